/**
 * What takes something from the version of the program that still runs while the next one begins
 * (docs/decisions/0128): during an update both work on the new schema.
 */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|view|column|schema)\b/i, '删除了表、视图或列'],
  [/\brename\s+(to|column|constraint)\b/i, '改了名字'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i, '改了列的类型'],
  [/\bset\s+not\s+null\b/i, '把列改为必填'],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i,
    '新增了没有默认值的必填列',
  ],
]

/** `-- second step of 0131: …`: the version before this one does not use it any more. */
const secondStep = /^-- second step of (\d{4}): \S/m

/**
 * What a migration takes away without being the second step of an earlier one, sentences.
 * @param released name of the last migration of the release before; a first step has to be among those
 */
export function takenAway(name: string, text: string, released?: string): readonly string[] {
  const [, first] = secondStep.exec(text) ?? []
  const earlier = released === undefined ? name.slice(0, 4) : `${released.slice(0, 4)}~`
  if (first !== undefined && first < earlier && first < name.slice(0, 4)) return []
  const statements = text.replaceAll(/--.*$/gm, '')
  return forms.filter(([form]) => form.test(statements)).map(([, fault]) => `${name}：${fault}`)
}
