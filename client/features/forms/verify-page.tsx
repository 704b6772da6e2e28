import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paperStates, verified, type FormVerification } from '../../../catalogue/contract/forms.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { fullTime } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { CheckCredential } from './check-credential.tsx'
import { CompareFile } from './compare-file.tsx'
import './verify.css'

type Paper = NonNullable<FormVerification['paper']>
type Answer = { readonly paper: Paper | null } | { readonly failed: string }

/** What anybody who holds a printed form finds behind its code: whether it is genuine and still holds. */
export function VerifyPage() {
  usePageTitle('查验打印件')
  const code = decodeURIComponent(useLocation().pathname.split('/')[2] ?? '')
  const [found, setFound] = useState<Paper>()
  return (
    <div className="verify">
      <h1 tabIndex={-1}>查验打印件</h1>
      {found ? (
        <Found paper={found} />
      ) : code === '' ? (
        <p>扫描表格右下角的二维码，或填写左下角的验证码。</p>
      ) : (
        <Answered key={code} code={code} />
      )}
      <AskCode again={code !== '' || found !== undefined} onAsk={() => setFound(undefined)} />
      <CheckCredential onFound={setFound} />
    </div>
  )
}

function Answered({ code }: { code: string }) {
  const [answer, setAnswer] = useState<Answer>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    api
      .get(`/api/v1/verify/${encodeURIComponent(code)}`, { schema: verified, signal, quiet: true })
      .then(setAnswer, (error: unknown) => signal.aborted || setAnswer({ failed: sentenceOf(error) }))
    return () => gone.abort()
  }, [code, attempt])
  const again = () => {
    setAnswer(undefined)
    setAttempt(attempt + 1)
  }
  if (answer === undefined) return <Skeleton lines={6} />
  if ('failed' in answer) return <ErrorBox title="查验失败" detail={answer.failed} onRetry={again} />
  if (answer.paper === null)
    return (
      <ErrorBox
        title="没有查到这份打印件"
        detail="请核对验证码的 16 位字母和数字。确认无误仍查不到的，该表格不是本平台打印的。"
      />
    )
  return <Found paper={answer.paper} />
}

const glyphs = { valid: 'pass', superseded: 'warn', revoked: 'reject' } as const
const sentences = {
  valid: '该表格由本平台打印，所载内容与现行登记一致。',
  superseded: '该表格由本平台打印，此后登记内容有变更，或已重新打印，请以新版为准。',
  revoked: '该表格由本平台打印，已经撤销，不再有效。',
} as const

function Found({ paper }: { paper: Paper }) {
  const { state, since, by, sha256 } = paper
  const rows: readonly (readonly [string, string])[] = [
    ['表格', `${paper.title}（${paper.version} 版）`],
    ['持有人', paper.holder],
    ...paper.says.map(({ label, text }) => [label, text] as const),
    [paper.says.length > 0 ? '发证单位' : '打印单位', paper.issuer],
    ['打印时间', fullTime(paper.at)],
    ['页数', `${paper.pages} 页`],
    ['文件指纹', sha256.slice(0, 16)],
  ]
  return (
    <>
      <output className={`verify-state verify-${state}`} data-testid="paper-state">
        <Icon name={glyphs[state]} />
        <span>
          <b>{paperStates[state]}</b>
          <span className="verify-line">{sentences[state]}</span>
          {since !== null && (
            <span className="verify-line">
              {by} 于 {fullTime(since)} {state === 'revoked' ? '撤销' : '打印了新版'}
            </span>
          )}
        </span>
      </output>
      <dl className="x-values verify-values">
        {rows.map(([head, text]) => (
          <div className="x-value" key={head}>
            <dt>{head}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <CompareFile sha256={sha256} />
      <p className="x-note">请核对手中纸面的姓名、页数与上面是否一致，以本页为准。</p>
    </>
  )
}

function AskCode({ again, onAsk }: { again: boolean; onAsk: () => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const navigate = useNavigate()
  return (
    <form
      className="verify-ask"
      onSubmit={(event) => {
        event.preventDefault()
        const code = typed.replaceAll(/[\s-]/g, '')
        if (code === '') return setFault('请填写验证码')
        setFault(undefined)
        setTyped('')
        onAsk()
        void navigate(`/v/${encodeURIComponent(code)}`)
      }}
    >
      <TextField
        label={again ? '查验另一份' : '验证码'}
        value={typed}
        onChange={setTyped}
        fault={fault}
        maxLength={40}
        autoComplete="off"
        help="16 位字母和数字，空格可省略"
      />
      <Button look={again ? 'plain' : 'primary'} type="submit" icon="search">
        查验
      </Button>
    </form>
  )
}
