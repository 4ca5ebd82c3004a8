#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "problems/common/frame/answer.hpp"

namespace problems {

/// Answers the inputs whose paths `list` names, one path per line, in order, by `answer`, which is given the
/// open file. After each one JSON line on stderr: {"batch": {"input": PATH, "exit_code": ..., "stdout_bytes":
/// ..., "wall_ns": ..., "message": ... (null when solved)}},
/// with "phases" and "work" as far as the answer has them.
///
/// After a GPU solver has failed nothing more is answered: an error of CUDA may make every later call fail,
/// and must not be mistaken for failures of valid inputs. Returns the program's exit code: 0 when every input
/// was reached, 1 when not, 2 (with a line on stderr) when the list names none or cannot be read.
int answer_batch(std::string_view program, const std::string& list,
                 const std::function<Answer(int descriptor)>& answer);

}  // namespace problems
