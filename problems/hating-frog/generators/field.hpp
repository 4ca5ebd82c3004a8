#pragma once

#include <set>
#include <utility>
#include <vector>

#include "problems/common/frame/random.hpp"
#include "problems/common/printing/writer.hpp"

/// A place in the field, or a step between two places: rows, then columns.
using Place = std::pair<int, int>;

/// A field under construction: a set of flat plants, to be written in random order.
class Field {
 public:
  Field(int rows, int columns) : rows_(rows), columns_(columns) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  bool inside(Place place) const;

  /// Flattens the plant; outside the field it does nothing.
  Field& plant(Place place);
  /// Sets the plant upright again.
  Field& spare(Place place);
  /// Every place from `from` on by `step`, `count` of them or until the field ends.
  Field& line(Place from, Place step, int count = 5000);
  /// Every place of this rectangle.
  Field& block(Place from, int rows, int columns);
  /// Random plants of this rectangle, until `count` lie flat in the field.
  Field& scatter(problems::Random& random, int count, Place from, int rows, int columns);
  /// Random plants of the whole field, until `count` lie flat.
  Field& scatter(problems::Random& random, int count) {
    return scatter(random, count, {1, 1}, rows_, columns_);
  }

  std::vector<Place> plants() const { return {flat_.begin(), flat_.end()}; }
  void write(problems::Writer& out, problems::Random& random) const;

 private:
  int rows_;
  int columns_;
  std::set<Place> flat_;
};

/// The plants in this order.
void write_plants(problems::Writer& out, int rows, int columns, const std::vector<Place>& plants);
