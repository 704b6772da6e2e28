import japanese from 'opencc-js/dict/JPShinjitaiCharacters'
import traditional from 'opencc-js/dict/TSCharacters'

/** Other shapes of letters in names that OpenCC's tables lack (Unihan kSemanticVariant, kZVariant). */
const others =
  '𠮷 吉|裵 裴|髙 高|﨑 崎|甯 宁|寗 宁|淸 清|靑 青|呉 吴|戸 户|黄 黄|邨 村|槗 桥|徳 德|栁 柳|甦 苏|菓 果'

const pairsOf = (table: string): readonly (readonly [string, string])[] =>
  table.split('|').flatMap((line) => {
    const [from, to] = line.split(' ')
    return from && to && from !== to && [...from].length === 1 ? [[from, to] as const] : []
  })

const toSimplified = new Map(pairsOf(traditional))
const toTraditional = new Map(pairsOf(japanese))
const toUsual = new Map(pairsOf(others))

/** Several letters that one is the simplified form of: 𬱟 of 頠. */
const simplifiedOf = new Map(pairsOf(traditional).map(([from, to]) => [to, from] as const))

/** The letter that stands for all of its shapes: 葉 and 叶 are 叶, 髙 is 高, 沢 is 泽. */
export function usualLetter(letter: string): string {
  const usual = toUsual.get(letter) ?? letter
  const simplified = toSimplified.get(usual)
  if (simplified !== undefined) return simplified
  const old = toTraditional.get(usual)
  return old === undefined ? usual : (toSimplified.get(old) ?? usual)
}

/** Other shapes of a letter, in which a dictionary may have it. */
export const shapesOf = (letter: string): readonly string[] =>
  [usualLetter(letter), simplifiedOf.get(letter)].filter(
    (shape): shape is string => shape !== undefined && shape !== letter,
  )
