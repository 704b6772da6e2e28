import { commonWhole, commonWords } from './common-passwords.ts'

/** Letters of a password, shortest and longest. */
export const passwordLength = { least: 8, most: 64 } as const

/** Facts about a person that others would guess a password from. */
export interface PasswordContext {
  /**
   * Words no password may contain, at least three letters long: account, name, phone, its last six digits,
   * year of birth.
   */
  readonly words: readonly string[]
  /** Longer texts of which no run of five letters may be taken: a school's name in pinyin. */
  readonly texts: readonly string[]
}

/** The rules as the page shows them beside an empty field. */
export const passwordRules: readonly string[] = [
  `${passwordLength.least} 到 ${passwordLength.most} 个字符`,
  '大写字母、小写字母、数字、符号四种里至少有三种',
  '不用常见的密码，也无需连续或重复的字符，如 12345678、qwerty',
  '不含您的姓名、账号、学校、手机号和出生年份',
  '不用最近五次用过的密码',
]

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]
const classesOf = (password: string) => classes.filter((one) => one.test(password)).length

const signs: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'l',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}
const unmasked = (text: string) => [...text].map((letter) => signs[letter] ?? letter).join('')
const bare = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '')

/**
 * Whether a password is on the list: as it is, without digits and signs at its ends, or with signs that
 * replace letters.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  if (commonWhole.has(text)) return true
  const cores = [bare(text), bare(unmasked(text)), unmasked(bare(text)), text.replace(/[^a-z]/g, '')]
  return cores.some((core) => commonWords.has(core))
}

/** Longest run of letters that repeat or follow one another: 1111, abcd, 9876. */
function longestRun(text: string): number {
  let longest = 1
  for (const step of [0, 1, -1]) {
    let run = 1
    for (let i = 1; i < text.length; i += 1) {
      run = text.charCodeAt(i) - text.charCodeAt(i - 1) === step ? run + 1 : 1
      longest = Math.max(longest, run)
    }
  }
  return longest
}

const isMonotonous = (text: string) => new Set(text).size < 5 || longestRun(text) > text.length / 2

/** The fact about the person that the password contains. */
function personalPart(text: string, { words, texts }: PasswordContext): boolean {
  if (words.some((word) => word.length >= 3 && text.includes(word.toLowerCase()))) return true
  const runs = text.match(/[a-z]{5,}/g) ?? []
  return runs.some((run) => texts.some((one) => one.includes(run) || (one.length >= 5 && run.includes(one))))
}

/**
 * Why a password is too weak, in a sentence; undefined when it is strong enough. The page asks while it is
 * typed, the server when it is set and again at each sign-in, for passwords set under earlier rules
 * (is_simple).
 */
export function passwordFault(password: string, context: PasswordContext): string | undefined {
  const text = password.normalize('NFC')
  const lower = text.toLowerCase()
  if ([...text].length < passwordLength.least) return `密码至少 ${passwordLength.least} 个字符`
  if ([...text].length > passwordLength.most) return `密码至多 ${passwordLength.most} 个字符`
  if (classesOf(text) < 3) return '请用大写字母、小写字母、数字、符号中的至少三种'
  if (isCommonPassword(text)) return '该密码太常见，容易被猜中，请换一个'
  if (isMonotonous(lower)) return '连续或重复的字符太多，请换一个'
  if (personalPart(lower, context)) return '密码里不要有姓名、账号、学校、手机号或出生年份'
  return undefined
}

/** How strong a password is, as a word. `weak` is refused. */
export function passwordStrength(
  password: string,
  context: PasswordContext,
): 'weak' | 'fair' | 'good' | 'strong' {
  if (passwordFault(password, context) !== undefined) return 'weak'
  const length = [...password].length
  if (length >= 14) return 'strong'
  return length >= 11 && classesOf(password) >= 3 ? 'good' : 'fair'
}
