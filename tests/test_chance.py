"""What is random is renewed where it must be, and what is damaged or too large is refused."""

import itertools

import pytest

import chupai

STANDARD = chupai.variant("doudizhu/standard")


def playout(state):
    while not state.is_over:
        state.play(state.sample())
    return [str(move) for _, move in state.history]


def test_clones_sample_alike_until_they_are_reseeded():
    state = STANDARD.deal(seed=4)
    assert playout(state.clone()) == playout(state.clone())
    playouts = []
    for seed in range(20):
        again = state.clone()
        again.reseed(seed)
        twin = again.clone()
        playouts.append(playout(again))
        assert playout(twin) == playouts[-1]
    assert len({tuple(moves) for moves in playouts}) > 10


@pytest.mark.rule("DD-28")
def test_a_redeal_renews_what_chance_has_in_store():
    """Neither the cards of a passed-out auction nor the play stream are those of the true deal."""

    def passed_out(state):
        state = state.clone()
        while state.redeals == 0:
            state.play("pass")
        return [state.hand(seat) for seat in range(3)], state.bottom

    state = STANDARD.deal(seed=3)
    redealt = [state.redeal_hidden(state.turn, seed) for seed in range(4)]
    for one, other in itertools.combinations([state, *redealt], 2):
        assert passed_out(one) != passed_out(other)
        assert playout(one.clone()) != playout(other.clone())
    assert passed_out(redealt[1]) == passed_out(state.redeal_hidden(state.turn, 1))


@pytest.mark.parametrize("games", [10**13, 2**64 - 1])
def test_too_many_deals_to_keep_is_a_memory_error(games):
    with pytest.raises(MemoryError, match="deals"):
        chupai.simulate(STANDARD, games, keep="facts", threads=1)


@pytest.mark.parametrize("threads", [1, 2, 64])
def test_a_run_ends_where_progress_raises(threads):
    def stop(done):
        raise KeyError(done)

    with pytest.raises(KeyError):
        chupai.simulate(STANDARD, 10**12, threads=threads, progress=stop)


@pytest.mark.parametrize("moves", [0, 3, 40])
def test_every_damaged_bit_of_a_pickle_is_noticed(moves):
    state = STANDARD.deal(seed=1)
    for _ in range(moves):
        if not state.is_over:
            state.play(state.sample())
    for value in (state, state.view(0)):
        restore, (variant, data) = value.__reduce__()
        assert restore(variant, data) == value
        for bit in range(0, 8 * len(data), 3):
            damaged = bytearray(data)
            damaged[bit // 8] ^= 1 << bit % 8
            with pytest.raises(ValueError, match="damaged"):
                restore(variant, bytes(damaged))
        for end in range(len(data)):
            with pytest.raises(ValueError, match="damaged"):
                restore(variant, data[:end])


def test_long_nonsense_is_not_repeated():
    for text in ("3" * 10**6, "x" * 10**6, "bid " + "9" * 10**6):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - what matters is the length
            STANDARD.deal(seed=1).play(text)
        assert len(str(caught.value)) < 400
        assert len(caught.value.cards) < 200
