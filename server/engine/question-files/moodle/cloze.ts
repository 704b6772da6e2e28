/** A cloze text with `____` for its fields, and what fills them. */
export interface ClozeReading {
  readonly html: string
  readonly blanks: readonly (readonly string[])[]
  readonly lost: readonly string[]
}

const field = /\{(\d*):([A-Z_]+):((?:\\.|[^}\\])*)\}/g
const choices = /^(?:MULTICHOICE|MC|MULTIRESPONSE|MR)/

/** Takes the fields out of a cloze text of Moodle: `{1:SHORTANSWER:=甲~=乙~丙}`. */
export function clozeIn(text: string): ClozeReading {
  const blanks: string[][] = []
  const lost = new Set<string>()
  const html = text.replaceAll(field, (_, __: string, type: string, inner: string) => {
    const answers = inner.split(/(?<!\\)~/).map((one) => {
      const found = /^\s*(?:(=)|%(-?\d+)%)?([\s\S]*)$/.exec(one)
      const isRight = found?.[1] === '=' || Number(found?.[2] ?? 0) === 100
      return { isRight, text: unescaped((found?.[3] ?? '').split(/(?<!\\)#/)[0] ?? '') }
    })
    const right = answers.filter((one) => one.isRight).map((one) => one.text.trim())
    blanks.push(right.map((one) => (type.startsWith('N') ? (one.split(':')[0] ?? one) : one)))
    if (!choices.test(type)) return '____'
    lost.add('选择式的空改成了填空，供选的词写在空后')
    return `____（${answers.map((one) => one.text.trim()).join('／')}）`
  })
  return { html, blanks, lost: [...lost] }
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }
const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, '$1').replace(/&(?:lt|gt|amp|quot);/g, (one) => entities[one] ?? one)
