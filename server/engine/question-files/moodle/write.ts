import { escapedValue, xmlElement, xmlText } from '../../../../catalogue/markup/letters.ts'
import { titleOf } from '../../../../catalogue/questions/normal.ts'
import {
  blanksOf,
  fieldsOf,
  optionsOfPart,
  rightKeysOf,
  type OneQuestion,
  type QuestionField,
} from '../../../../catalogue/questions/fields.ts'
import type { Answer } from '../../../../catalogue/questions/value.ts'
import type { FiledQuestion, FilePictures, Loss, QuestionFile } from '../filed.ts'
import {
  fieldMarkup,
  foreignRich,
  pictureName,
  pointsNamed,
  standInStem,
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
    const under = pointsNamed(question.value)[0] ?? title
    const head = under === category ? '' : categoryXml(under)
    category = under
    return `${head}${questionXml(question, { pictures, lose })}`
  })
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('')}</quiz>\n`
  return { bytes: Buffer.from(text), losses }
}

const textXml = (text: string): string => xmlElement('text', {}, xmlText(text))

function categoryXml(name: string): string {
  const category = xmlElement('category', {}, textXml(`$course$/top/${name.replaceAll('/', '//')}`))
  return `${xmlElement('question', { type: 'category' }, category)}\n`
}

interface MoodleWants {
  readonly pictures: FilePictures
  readonly lose: (what: string) => void
}

const cdata = (html: string): string => `<![CDATA[${html.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An element with HTML and the pictures that it shows. */
class MoodleText {
  readonly writing: ForeignWriting
  readonly #used = new Map<string, Buffer>()
  #html = ''

  constructor({ pictures, lose }: MoodleWants) {
    this.writing = {
      lose,
      formula: (tex) => (tex.includes('\\)') ? `$$${escapedValue(tex)}$$` : `\\(${escapedValue(tex)}\\)`),
      addressOf: (id) => {
        const bytes = pictures.get(id)
        if (!bytes) return null
        const name = pictureName(id, bytes)
        this.#used.set(name, bytes)
        return `@@PLUGINFILE@@/${name}`
      },
    }
  }

  /** `blank`: what stands for each `____`. */
  rich(html: string, blank?: () => string): this {
    this.#html += foreignRich(html, { ...this.writing, ...(blank && { blank }) })
    return this
  }

  /** Stretches that Moodle has no place of their own for. */
  fields(fields: readonly QuestionField[]): this {
    this.#html += fields.map((field) => fieldMarkup(field, this.writing)).join('')
    return this
  }

  xml(name: string, attributes: { readonly fraction?: number } = {}): string {
    const files = [...this.#used].map(([file, bytes]) =>
      xmlElement('file', { name: file, path: '/', encoding: 'base64' }, bytes.toString('base64')),
    )
    const text = xmlElement('text', {}, cdata(this.#html))
    return xmlElement(name, { format: 'html', ...attributes }, text, ...files)
  }
}

/** A text of a cloze field that needs no signs of its own. */
const isSimple = (way: string): boolean => !/[{}~#\\$"*]/.test(way)

type Form = 'multichoice' | 'truefalse' | 'shortanswer' | 'multianswer' | 'essay' | 'description'

/** How Moodle asks a question; `essay` where it has no way that says the same. */
function formOf({ questionKind: kind, answer, options, stem }: OneQuestion): Form {
  if (kind === 'composite') return 'description'
  if (kind === 'judge' && typeof answer === 'boolean') return 'truefalse'
  if ((kind === 'single' || kind === 'multiple') && options.length > 0) return 'multichoice'
  const blanks = kind === 'blank' ? blanksOf(answer) : []
  if (blanks.length === 0 || !blanks.flat().every(isSimple)) return 'essay'
  if (blanks.length === 1 && blanks.flat().length > 0) return 'shortanswer'
  return standInStem(blanks, stem) ? 'multianswer' : 'essay'
}

function questionXml(question: FiledQuestion, wants: MoodleWants): string {
  const { value, id, no } = question
  const name = titleOf(value)
  const number = `xt.${id}.${no}`
  const own = xmlElement('xingtan', {}, wordOfRest(question))
  const first = oneXml(value, '', { name, number, own }, wants)
  if (value.parts.length === 0) return first
  wants.lose('材料题在 Moodle 里成为一段说明和后面的几道小题')
  const parts = value.parts.map((part, i) => {
    const about = {
      name: `${name}（${i + 1}）`,
      number: `${number}.${i + 1}`,
      own: xmlElement('xingtan', { part: i + 1 }),
    }
    // Moodle has no pool: parts that share one have its options each.
    return oneXml({ ...part, options: [...optionsOfPart(part, value)] }, `parts.${i}.`, about, wants)
  })
  return [first, ...parts].join('')
}

interface About {
  readonly name: string
  readonly number: string
  readonly own: string
}

function oneXml(one: OneQuestion, at: string, { name, number, own }: About, wants: MoodleWants): string {
  const form = formOf(one)
  const fields = fieldsOf({ ...one, parts: [] }, at)
  const of = (key: string) => fields.filter(({ field }) => field.slice(at.length).startsWith(key))
  const stem = new MoodleText(wants).rich(
    one.stem,
    form === 'multianswer' ? clozeBlanks(one.answer) : undefined,
  )
  if (form === 'description') stem.fields(of('options'))
  const isGraded = form === 'essay' || form === 'description'
  const forGraders = [...of('answer'), ...(form === 'essay' ? of('options') : [])]
  const question = xmlElement(
    'question',
    { type: form },
    xmlElement('name', {}, textXml(name.slice(0, 200))),
    stem.xml('questiontext'),
    new MoodleText(wants).fields([...of('analysis'), ...of('scoringPoints')]).xml('generalfeedback'),
    xmlElement('defaultgrade', {}, String(one.score ?? 1)),
    xmlElement('penalty', {}, '0'),
    xmlElement('hidden', {}, '0'),
    xmlElement('idnumber', {}, number),
    answersXml(form, one, wants),
    isGraded ? new MoodleText(wants).fields(forGraders).xml('graderinfo') : '',
    own,
  )
  return `${question}\n`
}

/** The fields of a cloze question, one after another. */
function clozeBlanks(answer: Answer): () => string {
  const fields = blanksOf(answer).map((ways) => {
    const right = ways.map((way) => `=${escapedValue(way)}`)
    return `{1:SHORTANSWER:${right.join('~')}}`
  })
  let at = 0
  return () => fields[(at += 1) - 1] ?? ''
}

const plainAnswer = (text: string, isRight: boolean): string =>
  xmlElement('answer', { fraction: isRight ? 100 : 0, format: 'moodle_auto_format' }, textXml(text))

function answersXml(form: Form, { answer, options, questionKind }: OneQuestion, wants: MoodleWants): string {
  if (form === 'truefalse')
    return `${plainAnswer('true', answer === true)}${plainAnswer('false', answer === false)}`
  if (form === 'shortanswer') {
    const ways = blanksOf(answer).flat()
    return [xmlElement('usecase', {}, '0'), ...ways.map((way) => plainAnswer(way, true))].join('')
  }
  if (form !== 'multichoice') return ''
  const right = new Set(rightKeysOf(answer))
  const isSingle = questionKind === 'single'
  const share = isSingle ? 100 : Number((100 / Math.max(1, right.size)).toFixed(5))
  return [
    xmlElement('single', {}, String(isSingle)),
    xmlElement('shuffleanswers', {}, String(!options.some(({ fixed }) => fixed))),
    xmlElement('answernumbering', {}, 'ABCD'),
    ...options.map(({ key, content }) =>
      new MoodleText(wants).rich(content).xml('answer', { fraction: right.has(key) ? share : 0 }),
    ),
  ].join('')
}
