#include "problems/matmul/output_validator/product_residues.hpp"

#include <cmath>
#include <stdexcept>

#include "problems/common/printing/general_text.hpp"

namespace problems::matmul {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int prime_bits = 61;
constexpr std::uint64_t prime = (std::uint64_t{1} << prime_bits) - 1;

/// The residue of a number below 2^122: 2^61 = 1 modulo the prime.
std::uint64_t residue(Wide number) {
  std::uint64_t sum =
      static_cast<std::uint64_t>(number & prime) + static_cast<std::uint64_t>(number >> prime_bits);
  sum = (sum & prime) + (sum >> prime_bits);
  return sum == prime ? 0 : sum;
}

/// The residue of an element as a whole number of units, of which `units` are 1.
std::uint64_t residue_of(double element, double units) {
  constexpr double largest = 0x1p52;
  // Decimals that were read differ from a multiple by their rounding, far less than this share of a unit.
  constexpr double rounding = 1e-3;
  const double scaled = element * units;
  const double whole = std::nearbyint(scaled);
  if (!(std::abs(scaled) < largest && std::abs(scaled - whole) <= rounding))
    throw std::runtime_error(general_text(element, 17) + " is not a multiple of " +
                             general_text(1 / units, 6) + ", or too large");
  const auto magnitude = static_cast<std::uint64_t>(std::abs(whole));
  return whole < 0 ? prime - magnitude : magnitude;
}

/// Adds factor * elements to the sums.
void add(std::uint64_t factor, std::span<const double> elements, double units,
         std::vector<std::uint64_t>& sums) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    sums[i] = residue(static_cast<Wide>(factor) * residue_of(elements[i], units) + sums[i]);
}

}  // namespace

ProductResidues::ProductResidues(std::size_t m, std::size_t k, std::size_t n, int digits, Random& random)
    : units_of_factors_(std::pow(10.0, digits)), random_row_(m), through_a_(k), right_(n), left_(n) {
  for (std::uint64_t& number : random_row_) number = random.integer<std::uint64_t>(0, prime - 1);
}

void ProductResidues::row_of_a(std::size_t row, std::span<const double> elements) {
  add(random_row_[row], elements, units_of_factors_, through_a_);
}

void ProductResidues::row_of_b(std::size_t row, std::span<const double> elements) {
  add(through_a_[row], elements, units_of_factors_, right_);
}

void ProductResidues::row_of_c(std::size_t row, std::span<const double> elements) {
  add(random_row_[row], elements, units_of_factors_ * units_of_factors_, left_);
}

}  // namespace problems::matmul
