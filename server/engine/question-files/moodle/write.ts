import { titleOf } from '../../../../catalogue/questions/normal.ts'
import { fieldsOf, type OneQuestion, type QuestionField } from '../../../../catalogue/questions/fields.ts'
import { blanksIn } from '../../../../catalogue/questions/texts.ts'
import type { FiledQuestion, FilePictures, Loss, QuestionFile } from '../filed.ts'
import {
  attribute,
  endingOfPicture,
  foreignLine,
  foreignRich,
  type ForeignWriting,
} from '../foreign-write.ts'
import { wordOfRest } from '../rest.ts'

/** Questions in the XML of Moodle (4.x), one category per point, pictures within as base64. */
export async function moodleOfQuestions(
  questions: readonly FiledQuestion[],
  pictures: FilePictures,
  { title }: { readonly title: string },
): Promise<QuestionFile> {
  const losses: Loss[] = []
  let category = ''
  const parts = questions.map((question, i) => {
    const place = i + 1
    const lose = (what: string) => void losses.push({ place, what })
    const under = question.value.knowledgePoints.split(/[；;、]/)[0]?.trim() || title
    const head = under === category ? '' : categoryXml(under)
    category = under
    return `${head}${questionXml(question, { pictures, lose })}`
  })
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('')}</quiz>\n`
  return { bytes: Buffer.from(text), losses }
}

const categoryXml = (name: string): string =>
  `<question type="category"><category><text>$course$/top/${attribute(name.replaceAll('/', '//'))}</text></category></question>\n`

interface MoodleWants {
  readonly pictures: FilePictures
  readonly lose: (what: string) => void
}

const cdata = (html: string): string => `<![CDATA[${html.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An element with HTML and the pictures that it shows. */
class MoodleText {
  readonly #pictures: FilePictures
  readonly #lose: (what: string) => void
  readonly #used = new Map<string, string>()
  #html = ''

  constructor({ pictures, lose }: MoodleWants) {
    this.#pictures = pictures
    this.#lose = lose
  }

  readonly writing: ForeignWriting = {
    formula: (tex) => (/\\\)/.test(tex) ? `$$${attribute(tex)}$$` : `\\(${attribute(tex)}\\)`),
    picture: (id, alt) => {
      const bytes = this.#pictures.get(id)
      if (!bytes) {
        this.#lose(`图片${alt === '' ? '' : `“${alt}”`}太大或读不到，没有放进文件`)
        return null
      }
      const name = `${id}.${endingOfPicture(bytes)}`
      this.#used.set(id, name)
      return `<img src="@@PLUGINFILE@@/${name}" alt="${attribute(alt)}"/>`
    },
  }

  rich(html: string): this {
    this.#html += foreignRich(html, this.writing)
    return this
  }

  raw(html: string): this {
    this.#html += html
    return this
  }

  /** A stretch that Moodle has no place of its own for; other readers see its words. */
  field({ field, isRich, text }: QuestionField): this {
    const inner = isRich ? foreignRich(text, this.writing) : foreignLine(text, this.writing)
    return this.raw(`<div data-field="${field}">${inner}</div>`)
  }

  xml(name: string, more = ''): string {
    const files = [...this.#used].map(
      ([id, file]) =>
        `<file name="${file}" path="/" encoding="base64">${this.#pictures.get(id)?.toString('base64') ?? ''}</file>`,
    )
    return `<${name} format="html"${more}><text>${cdata(this.#html)}</text>${files.join('')}`
  }
}

const plainText = (text: string): string => `<text>${attribute(text)}</text>`
/** A text of a cloze field that needs no signs of its own. */
const isSimple = (way: string): boolean => !/[{}~#\\$"*]/.test(way)

type Form = 'multichoice' | 'truefalse' | 'shortanswer' | 'multianswer' | 'essay' | 'description'

/** How Moodle asks a question; `essay` where it has no way that says the same. */
function formOf(one: OneQuestion): Form {
  const { questionKind: kind, answer, options, stem } = one
  if (kind === 'composite') return 'description'
  if (kind === 'judge' && typeof answer === 'boolean') return 'truefalse'
  if ((kind === 'single' || kind === 'multiple') && options.length > 0) return 'multichoice'
  if (kind !== 'blank' || !Array.isArray(answer)) return 'essay'
  const blanks = answer.map((ways) => [ways].flat())
  if (!blanks.every((ways) => ways.length > 0 && ways.every(isSimple))) return 'essay'
  if (blanks.length === 1) return 'shortanswer'
  const isPlain = blanksIn(stem) === blanks.length && !stem.includes('\\blank')
  return isPlain ? 'multianswer' : 'essay'
}

function questionXml(question: FiledQuestion, writing: MoodleWants): string {
  const { value, id, no } = question
  const own = `<xingtan>${wordOfRest(question)}</xingtan>`
  const name = titleOf(value)
  const first = oneXml(value, '', { name, number: `xt.${id}.${no}`, own }, writing)
  if (value.parts.length === 0) return first
  writing.lose('材料题在 Moodle 里成为一段说明和后面的几道小题')
  return [
    first,
    ...value.parts.map((part, i) => {
      const at = `parts.${i}.`
      const more = {
        name: `${name}（${i + 1}）`,
        number: `xt.${id}.${no}.${i + 1}`,
        own: `<xingtan part="${i + 1}"/>`,
      }
      // Parts that share a pool have its options each: Moodle has no pool.
      const options = part.options.length > 0 ? part.options : hasOptions(part) ? value.options : []
      return oneXml({ ...part, options }, at, more, writing)
    }),
  ].join('')
}

const hasOptions = ({ questionKind }: OneQuestion): boolean =>
  questionKind === 'single' || questionKind === 'multiple'

interface About {
  readonly name: string
  readonly number: string
  readonly own: string
}

function oneXml(one: OneQuestion, at: string, { name, number, own }: About, writing: MoodleWants): string {
  const form = formOf(one)
  const fields = fieldsOf({ ...one, parts: [] }, at)
  const of = (key: string) => fields.filter(({ field }) => field.slice(at.length).startsWith(key))
  const stem = new MoodleText(writing)
  if (form === 'multianswer')
    stem.raw(foreignRich(one.stem, { ...stem.writing, blank: clozeBlanks(one.answer) }))
  else stem.rich(one.stem)
  if (form === 'description') for (const field of of('options')) stem.field(field)
  const feedback = new MoodleText(writing)
  for (const field of [...of('analysis'), ...of('scoringPoints')]) feedback.field(field)
  const isNatural = form !== 'essay' && form !== 'description' && one.answer !== null
  const grader = new MoodleText(writing)
  if (!isNatural) for (const field of of('answer')) grader.field(field)
  if (form === 'essay') for (const field of of('options')) grader.field(field)
  const isGraded = form === 'essay' || form === 'description'
  return [
    `<question type="${form}">`,
    `<name>${plainText(name.slice(0, 200))}</name>`,
    `${stem.xml('questiontext')}</questiontext>`,
    `${feedback.xml('generalfeedback')}</generalfeedback>`,
    `<defaultgrade>${one.score ?? 1}</defaultgrade><penalty>0</penalty><hidden>0</hidden><idnumber>${number}</idnumber>`,
    answersXml(form, one, writing),
    isGraded ? `${grader.xml('graderinfo')}</graderinfo>` : '',
    own,
    '</question>\n',
  ].join('')
}

/** The fields of a cloze question, one after another. */
function clozeBlanks(answer: OneQuestion['answer']): () => string {
  const blanks = Array.isArray(answer) ? answer.map((ways) => [ways].flat()) : []
  let at = 0
  return () => {
    const ways = blanks[at] ?? []
    at += 1
    return `{1:SHORTANSWER:${ways.map((way) => `=${attribute(way)}`).join('~')}}`
  }
}

function answersXml(form: Form, one: OneQuestion, writing: MoodleWants): string {
  const { answer } = one
  if (form === 'truefalse')
    return [true, false]
      .map(
        (truth) =>
          `<answer fraction="${truth === answer ? 100 : 0}" format="moodle_auto_format">${plainText(String(truth))}</answer>`,
      )
      .join('')
  if (form === 'shortanswer') {
    const ways = Array.isArray(answer) ? [answer[0] ?? []].flat() : []
    return `<usecase>0</usecase>${ways.map((way) => `<answer fraction="100" format="moodle_auto_format">${plainText(way)}</answer>`).join('')}`
  }
  if (form !== 'multichoice') return ''
  const right = new Set(typeof answer === 'string' ? [answer] : Array.isArray(answer) ? answer.flat() : [])
  const isSingle = one.questionKind === 'single'
  const share = isSingle ? 100 : 100 / Math.max(1, right.size)
  const isFixed = one.options.some(({ fixed }) => fixed)
  const answers = one.options.map(({ key, content }) => {
    const text = new MoodleText(writing).rich(content)
    return `${text.xml('answer', ` fraction="${right.has(key) ? Number(share.toFixed(5)) : 0}"`)}</answer>`
  })
  return `<single>${isSingle}</single><shuffleanswers>${!isFixed}</shuffleanswers><answernumbering>ABCD</answernumbering>${answers.join('')}`
}
