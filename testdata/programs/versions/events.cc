// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation of a shop. In version 2, the clock is in a namespace, customers are called clients, some functions were
// moved into classes, and a bank replaces the weather. Lines with = list renamed words; lines with ! are regular
// expressions for functions without a match.
//= Customer -> Client
//= Clock -> sim::Clock
//= Shop -> sim::Shop
//= ServeNext -> sim::Shop::ServeNext
//= OpenDoors -> sim::Shop::OpenDoors
//= RandomBelow -> sim::RandomBelow
//= PayAtTill -> PayByCard
//! Weather
//! ^Forecast
//! ^CountStock
#include <algorithm>
#include <functional>
#include <queue>
#include <string>
#include <vector>

#if VERSION == 2
namespace sim {
#define Customer Client
#define PayAtTill PayByCard
#endif
unsigned RandomBelow(unsigned limit, unsigned& state) {
  state = state * 1664525 + 1013904223;
  return (state >> 8) % limit;
}
class Clock {
 public:
  void Advance(int by) { now_ += by; }
  int Now() const { return now_; }
  bool IsPast(int when) const { return Now() > when; }
 private:
  int now_ = 0;
};
#if VERSION == 2
}  // namespace sim
using sim::Clock;
using sim::RandomBelow;
#endif

class Customer {
 public:
  Customer(int arrives, unsigned money) : arrives_(arrives), money_(money) {}
  int Arrival() const { return arrives_; }
#if VERSION == 1
  bool PayAtTill(unsigned price) {
#else
  bool PayAtTill(unsigned price, const std::string&) {
#endif
    if (price > money_) return false;
    money_ -= price;
    return true;
  }
  void Complain(std::vector<std::string>& book) const { if (book.size() < 50) book.push_back("late"); }
 private:
  int arrives_;
  unsigned money_;
};

struct Later { bool operator()(const Customer& a, const Customer& b) const { return a.Arrival() > b.Arrival(); } };

#if VERSION == 1
class Weather {
 public:
  bool IsRaining() const { return day_ % 3 == 0; }
  void NextDay() { ++day_; }
 private:
  int day_ = 0;
};
int Forecast(const Weather& weather, int days) { return weather.IsRaining() ? days : 0; }
static int CountStock(const std::vector<int>& shelves) { return std::count(shelves.begin(), shelves.end(), 3); }
struct Shop {
  Clock clock;
  std::vector<std::string> complaints;
  std::priority_queue<Customer, std::vector<Customer>, Later> line;
  unsigned state = 1, income = 0;
};
void ServeNext(Shop& shop) {
  Customer customer = shop.line.top();
  shop.line.pop();
  shop.clock.Advance(RandomBelow(5, shop.state));
  if (shop.clock.IsPast(customer.Arrival() + 90)) customer.Complain(shop.complaints);
  shop.income += customer.PayAtTill(RandomBelow(20, shop.state));
}
void OpenDoors(Shop& shop, int customers) {
  for (int i = 0; i < customers; ++i) shop.line.push(Customer(RandomBelow(1000, shop.state), RandomBelow(50, shop.state)));
}
#else
class Bank {
 public:
  void Deposit(unsigned amount) { balance_ += amount; }
  double Interest(double rate) const { return balance_ * rate; }
 private:
  unsigned balance_ = 0;
};
std::string MakeStatement(const Bank& bank) { return "balance " + std::to_string(bank.Interest(0.5)); }
namespace sim {
struct Shop {
  void ServeNext();
  void OpenDoors(int clients);
  Clock clock;
  std::vector<std::string> complaints;
  std::priority_queue<Customer, std::vector<Customer>, Later> line;
  unsigned state = 1, income = 0;
  Bank bank;
};
void Shop::ServeNext() {
  Customer client = line.top();
  line.pop();
  clock.Advance(RandomBelow(5, state));
  if (clock.IsPast(client.Arrival() + 90)) client.Complain(complaints);
  income += client.PayAtTill(RandomBelow(20, state), "card");
  if (income % 16 == 0) bank.Deposit(income);
}
void Shop::OpenDoors(int clients) {
  for (int i = 0; i < clients; ++i) line.push(Customer(RandomBelow(1000, state), RandomBelow(50, state)));
}
}  // namespace sim
using sim::Shop;
#endif

void Repeat(int times, const std::function<void()>& what) { for (int i = 0; i < times; ++i) what(); }

int main() {
  unsigned sum = 0;
  for (int day = 0; day < 20; ++day) {
    Shop shop;
#if VERSION == 1
    OpenDoors(shop, 600);
    Repeat(600, [&] { ServeNext(shop); });
    Weather weather;
    for (int i = 0; i < day; ++i) weather.NextDay();
    sum += Forecast(weather, day) + CountStock({1, 3, 3});
#else
    shop.OpenDoors(600);
    Repeat(600, [&] { shop.ServeNext(); });
    sum += MakeStatement(shop.bank).size();
#endif
    sum += shop.income + shop.complaints.size();
  }
  return sum == 7;
}
