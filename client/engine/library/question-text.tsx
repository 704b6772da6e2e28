import { RichText } from '../../ui/look/rich-text.tsx'
import './question-text.css'

/** Stem and options of a question as they are printed. */
export function Stem({
  stem,
  options,
}: {
  stem: string
  options: readonly { readonly key: string; readonly html: string }[]
}) {
  return (
    <div className="question-stem">
      {stem === '' ? <p className="x-faint">（题干未填）</p> : <RichText compact html={stem} />}
      {options.length > 0 && (
        <ol className="question-options">
          {options.map(({ key, html }) => (
            <li key={key}>
              <b>{key}.</b>
              <RichText compact html={html} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The answer of a part that has no text of its own: letters, or true and false in words. */
export function answerWords(
  answer: string | readonly string[] | boolean | readonly (readonly string[])[] | null,
): string {
  if (answer === null || answer === '') return '（未填）'
  if (typeof answer === 'boolean') return answer ? '对' : '错'
  if (typeof answer === 'string') return answer
  const parts: readonly (string | readonly string[])[] = answer
  if (parts.length === 0) return '（未填）'
  if (parts.every((one) => typeof one === 'string')) return parts.join('')
  return parts.map((one, i) => `（${i + 1}）${[one].flat().join(' 或 ')}`).join('　')
}
