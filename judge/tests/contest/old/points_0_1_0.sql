PRAGMA application_id = 1466581871;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE judgements (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        submission TEXT NOT NULL,
        content_sha256 TEXT NOT NULL,
        data_sha256 TEXT NOT NULL,
        rejudging INTEGER NOT NULL,
        counts INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        score REAL NOT NULL,
        -- Points by group, as JSON.
        groups TEXT NOT NULL,
        started_ms INTEGER NOT NULL,
        ended_ms INTEGER NOT NULL,
        max_run_time_ms INTEGER,
        reason TEXT NOT NULL
    ) STRICT;
INSERT INTO "judgements" VALUES(1,'ada.A.001000','50174b672832011a407c9e473f87e3b1873b3d957564cbe5cf359fa7ab8a948e','c2bf9803b5732527de186d6a51a85d59a126a1e963f8d10f6f674579a0395c9e',0,1,'PA',40.0,'{"secret/1-small": 40.0, "secret/2-big": 0.0}',1795741614331,1795741615027,18,'secret/2-big/5: not double: [''0'']');
INSERT INTO "judgements" VALUES(2,'ada.A.002000','1228de594a675b6afeae821137711dbb8e6b5642c1711a7e0064cceca67b6b8d','c2bf9803b5732527de186d6a51a85d59a126a1e963f8d10f6f674579a0395c9e',0,1,'PA',60.0,'{"secret/1-small": 0.0, "secret/2-big": 60.0}',1795741614404,1795741615333,19,'secret/1-small/2: not double: [''0'']');
INSERT INTO "judgements" VALUES(3,'cleo.A.004000','0a64d0fddcc1378e3d5865f56c47cf5f586cd329e2a273bd78fb248ea5444310','c2bf9803b5732527de186d6a51a85d59a126a1e963f8d10f6f674579a0395c9e',0,1,'WA',0.0,'{"secret/1-small": 0.0, "secret/2-big": 0.0}',1795741615332,1795741616165,25,'secret/1-small/2: not double: [''-1'']');
INSERT INTO "judgements" VALUES(4,'bob.A.003000','02243b62a960ff7ac8327759252aee14e2dc21ae9a174b1f4e6fac73d993b63e','c2bf9803b5732527de186d6a51a85d59a126a1e963f8d10f6f674579a0395c9e',0,1,'AC',100.0,'{"secret/1-small": 40.0, "secret/2-big": 60.0}',1795741615026,1795741616248,19,'');
CREATE TABLE rejudgings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        of TEXT NOT NULL,
        started_utc TEXT NOT NULL,
        ended_utc TEXT
    ) STRICT;
CREATE TABLE runs (
        judgement INTEGER NOT NULL REFERENCES judgements (id),
        ordinal INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        ended_ms INTEGER NOT NULL,
        run_time_ms INTEGER NOT NULL,
        PRIMARY KEY (judgement, ordinal)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "runs" VALUES(1,1,'AC',1795741614500,18);
INSERT INTO "runs" VALUES(1,2,'AC',1795741614656,18);
INSERT INTO "runs" VALUES(1,3,'AC',1795741614836,18);
INSERT INTO "runs" VALUES(1,4,'WA',1795741615025,17);
INSERT INTO "runs" VALUES(2,1,'WA',1795741614583,19);
INSERT INTO "runs" VALUES(2,2,'WA',1795741614748,14);
INSERT INTO "runs" VALUES(2,4,'AC',1795741614941,16);
INSERT INTO "runs" VALUES(2,5,'AC',1795741615151,16);
INSERT INTO "runs" VALUES(2,6,'AC',1795741615331,16);
INSERT INTO "runs" VALUES(3,1,'WA',1795741615576,15);
INSERT INTO "runs" VALUES(3,2,'WA',1795741615880,16);
INSERT INTO "runs" VALUES(3,4,'WA',1795741616164,25);
INSERT INTO "runs" VALUES(4,1,'AC',1795741615198,18);
INSERT INTO "runs" VALUES(4,2,'AC',1795741615366,18);
INSERT INTO "runs" VALUES(4,3,'AC',1795741615536,18);
INSERT INTO "runs" VALUES(4,4,'AC',1795741615700,18);
INSERT INTO "runs" VALUES(4,5,'AC',1795741615921,17);
INSERT INTO "runs" VALUES(4,6,'AC',1795741616233,19);
CREATE UNIQUE INDEX once ON judgements (submission, content_sha256, data_sha256, rejudging);
CREATE UNIQUE INDEX one_counts ON judgements (submission) WHERE counts;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('judgements',4);
COMMIT;
