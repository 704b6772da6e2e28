import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import {
  privacyAnswer,
  type PrivacyAnswer,
  type PrivacyHolding,
} from '../../../catalogue/contract/portal/privacy.ts'
import { legalTexts } from '../../../catalogue/legal/texts.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import './privacy.css'

const ownLine = ({ label, office, purpose, basis, document, kept }: PrivacyHolding['own'][number]): string =>
  [`${label}（${office}）：${purpose}`, basis, document, `保存 ${kept}`].filter(Boolean).join('，')

/** A type behind a disclosure: the line says why, the inside says what. */
function Holding({ holding }: { holding: PrivacyHolding }) {
  const { title, fields, purpose, basis, law, kept, own } = holding
  return (
    <details className="privacy-holding">
      <summary>
        <b>{title}</b>
        <span className="x-soft x-dense">{basis}</span>
      </summary>
      <dl>
        <dt>用途</dt>
        <dd>{purpose}</dd>
        <dt>依据</dt>
        <dd>
          {basis}：{law}
        </dd>
        <dt>保存多久</dt>
        <dd>{kept}</dd>
        <dt>栏目</dt>
        <dd>{fields.map(({ label, sensitive }) => (sensitive ? `${label}（敏感）` : label)).join('、')}</dd>
        {own.length > 0 && (
          <>
            <dt>各单位增加的栏目</dt>
            <dd>
              <ul>
                {own.map((one) => (
                  <li key={`${one.office} ${one.label}`}>{ownLine(one)}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </details>
  )
}

function Notice({ groups, consents }: PrivacyAnswer) {
  return (
    <>
      {groups.map(({ title, holdings }) => (
        <section key={title}>
          <h2>{title}</h2>
          {holdings.map((holding) => (
            <Holding key={holding.title} holding={holding} />
          ))}
        </section>
      ))}
      <section>
        <h2>需要您同意的</h2>
        <p>下列事项以您的同意为依据，可以随时在个人中心的“协议与隐私”里撤回。</p>
        <dl>
          {consents.map(({ title, about }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

/** The notice, fetched without the store of answers, which pages for visitors do not have. */
function useNotice() {
  const [tries, setTries] = useState(0)
  const [notice, setNotice] = useState<PrivacyAnswer | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const stop = new AbortController()
    api
      .get('/api/v1/portal/privacy', { schema: privacyAnswer, quiet: true, signal: stop.signal })
      .then(setNotice, (fault: unknown) => !stop.signal.aborted && setError(fault))
    return () => stop.abort()
  }, [tries])
  const retry = () => {
    setError(null)
    setTries((count) => count + 1)
  }
  return { notice, error, retry }
}

/** What the portal holds about people and why, printed from its declarations, for everybody. */
export function PrivacyPage({ entry }: { entry: PageEntry }) {
  usePageTitle(entry.title)
  const { notice, error, retry } = useNotice()
  if (error !== null && notice === null)
    return <ErrorBox title={`${entry.title}打开失败`} detail={sentenceOf(error)} onRetry={retry} />
  return (
    <div className="privacy-page">
      <h1 tabIndex={-1}>{entry.title}</h1>
      <p>
        下面按材料列出本平台保存的个人信息、用途、依据和期限，由系统按实际保存的内容生成。标“（敏感）”的加密或者脱敏保存。相关文本：
        {legalTexts.map(({ path, title }, at) => (
          <span key={path}>
            {at > 0 && '、'}
            <Link to={path}>{title}</Link>
          </span>
        ))}
        。
      </p>
      {notice === null ? <Skeleton lines={12} /> : <Notice {...notice} />}
    </div>
  )
}
