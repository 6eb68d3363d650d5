// Medians, and what may be concluded from several rounds.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Compares a figure of each round with that of another server in the same round: what slows one of them in a round
 * slows the other one, too. There is no verdict if the spread over the rounds is larger than the difference, or if
 * there are fewer than three rounds.
 */
export function ratio(values, base) {
  const ratios = values.map((value, round) => value / base[round]);
  const middle = median(ratios);
  const low = Math.min(...ratios);
  const high = Math.max(...ratios);
  return { median: middle, low, high, verdict: ratios.length >= 3 && high - low <= Math.abs(middle - 1) };
}
