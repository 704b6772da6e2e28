import type { PackageRefusals } from '../package/refuse.ts'

/** Sentences for files that cannot be looked through. */
export const refusalSentences = {
  broken: '文件已损坏，打不开，请重新导出后再交',
  locked: '文件加了密码，请移除密码后再交',
  runs: '文件带有宏或控件，请另存为不带宏的文件后再交',
  fetches: '文件要从别处取内容，请断开外部链接后再交',
  unusual: '文件不是 Word、PowerPoint 或 Excel 保存的样子，请用它们或 WPS 打开后另存再交',
  tooMuch: '文件解开后太大，检查不了，请精简后再交',
  tooHard: '该文件太复杂，检查不完，请精简后再交',
  kind: '这种文件不能做盲审稿，请改交 pdf、docx、pptx、xlsx、jpg 或 png',
} as const
export type DocumentRefusalReason = keyof typeof refusalSentences

/** A file that cannot be looked through; the message is a sentence for the person who handed it in. */
export class DocumentRefusal extends Error {
  readonly reason: DocumentRefusalReason
  constructor(reason: DocumentRefusalReason) {
    super(refusalSentences[reason])
    this.reason = reason
  }
}

const refusal = (reason: DocumentRefusalReason) => () => new DocumentRefusal(reason)

export const packageRefusals: PackageRefusals = {
  broken: refusal('broken'),
  locked: refusal('locked'),
  runs: refusal('runs'),
  fetches: refusal('fetches'),
  places: refusal('broken'),
  slashes: refusal('unusual'),
  tooMuch: refusal('tooMuch'),
}
