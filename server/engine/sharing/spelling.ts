import { readingOfTitle } from '../names/index.ts'

/** Most letters of a spelled word: a search reads no more of one (engine/publishing/grams.ts). */
const longest = 40

/**
 * Words by which a title is found when it is typed in pinyin: from each Chinese letter on, the readings joined
 * (`yiyuanerci…`) and their initials (`yyec…`). A search finds the beginning of a word.
 */
export function spelledTerms(title: string): string[] {
  const runs = title.match(/\p{Script=Han}+/gu) ?? []
  return [
    ...new Set(
      runs.flatMap((run) => {
        const readings = readingOfTitle(run)
        return readings.flatMap((_, place) => {
          const rest = readings.slice(place)
          return [rest.join(''), rest.map((reading) => reading.slice(0, 1)).join('')].map((word) =>
            word.slice(0, longest),
          )
        })
      }),
    ),
  ]
}
