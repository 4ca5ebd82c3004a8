#include "problems/hating-frog/generators/field.hpp"

bool Field::inside(Place place) const {
  const auto [row, column] = place;
  return 1 <= row && row <= rows_ && 1 <= column && column <= columns_;
}

Field& Field::plant(Place place) {
  if (inside(place)) flat_.insert(place);
  return *this;
}

Field& Field::spare(Place place) {
  flat_.erase(place);
  return *this;
}

Field& Field::line(Place from, Place step, int count) {
  for (Place at = from; count > 0 && inside(at); --count) {
    plant(at);
    at = {at.first + step.first, at.second + step.second};
  }
  return *this;
}

Field& Field::block(Place from, int rows, int columns) {
  for (int row = 0; row < rows; ++row) line({from.first + row, from.second}, {0, 1}, columns);
  return *this;
}

Field& Field::scatter(problems::Random& random, int count, Place from, int rows, int columns) {
  while (flat_.size() < static_cast<std::size_t>(count)) {
    const int row = random.integer(0, rows - 1);
    plant({from.first + row, from.second + random.integer(0, columns - 1)});
  }
  return *this;
}

void Field::write(problems::Writer& out, problems::Random& random) const {
  std::vector<Place> order = plants();
  random.shuffle(order);
  write_plants(out, rows_, columns_, order);
}

void write_plants(problems::Writer& out, int rows, int columns, const std::vector<Place>& plants) {
  out.row<int>(std::vector{rows, columns});
  out.integer(plants.size());
  out.character('\n');
  for (const auto& [row, column] : plants) out.row<int>(std::vector{row, column});
}
