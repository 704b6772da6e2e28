/**
 * `numerator / denominator × factor`, rounded half up to so many decimals, worked out in whole numbers
 * (figures.md, 1.7).
 */
export function rounded(
  numerator: number,
  denominator: number,
  { factor = 1, decimals = 1 }: { readonly factor?: number; readonly decimals?: number } = {},
): number | null {
  if (denominator === 0) return null
  const scale = 10 ** decimals
  return Math.floor((2 * numerator * factor * scale + denominator) / (2 * denominator)) / scale
}
