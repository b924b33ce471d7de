"""Millions of rounds: the rules as tables, played from shuffled shoes.

    program = compile_program(table, chart, stakes=[[10_00]], side_bets=[SideStake("match-the-dealer", 5_00)])
    tally = play_block(program, seed=1, block=0, rounds=1_000_000)
    tally.bets["main"].edge, tally.bets["main"].standard_error

- `program.compile_program` turns a table, a strategy (a `Chart`, or the data of a strategy file) and stakes into a
  `Program`. `stakes` has a row for each box (one to seven, one bettor each) with its main wagers in cents: one, or two
  or three at multiple action, or one that stands for both hands at Switch. `fresh` shuffles before every round.
  `counting` adds a count, a bet ramp and index plays. What the table would refuse raises `CannotSimulateError`.
- `tally.play_block(program, seed, block, rounds)` plays a block at up to sixteen tables, each with its own shoe and
  random stream, and returns a `Tally`, which depends only on these four; tallies add up with `+` in any order.
  Progressive meters and streaks restart with each table of a block, so blocks should be long (say 2^18 rounds).
- `tally.record_block` gives the same rounds one by one.
- Irregularities (2.15), shared boxes (2.13) and people who come and go are not simulated: the engine plays those."""
