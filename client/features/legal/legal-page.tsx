import { useEffect, useState } from 'react'
import { legalTextAnswer, type LegalText } from '../../../catalogue/contract/portal/legal.ts'
import { legalTexts } from '../../../catalogue/legal/texts.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { RichText } from '../../ui/look/rich-text.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import './legal.css'

const editionLine = ({ edition, effectiveOn }: LegalText): string => `版本 ${edition}，${effectiveOn} 起施行`

/** A text in force, for everybody to read and to print. */
export function LegalPage({ entry }: { entry: PageEntry }) {
  const name = legalTexts.find(({ path }) => path === entry.path)?.name ?? 'privacyPolicy'
  usePageTitle(entry.title)
  const [tries, setTries] = useState(0)
  const [text, setText] = useState<LegalText | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const stop = new AbortController()
    api
      .get(`/api/v1/portal/legal/${name}`, { schema: legalTextAnswer, signal: stop.signal, quiet: true })
      .then(setText, (fault: unknown) => !stop.signal.aborted && setError(fault))
    return () => stop.abort()
  }, [name, tries])
  if (error !== null && text === null)
    return (
      <ErrorBox
        title={`${entry.title}打开失败`}
        detail={sentenceOf(error)}
        onRetry={() => {
          setError(null)
          setTries((count) => count + 1)
        }}
      />
    )
  return (
    <div className="legal-page">
      <h1 tabIndex={-1}>{text?.title ?? entry.title}</h1>
      {text === null ? (
        <Skeleton lines={12} />
      ) : (
        <>
          <p className="x-soft x-dense">{editionLine(text)}</p>
          <RichText html={text.html} />
        </>
      )}
    </div>
  )
}
