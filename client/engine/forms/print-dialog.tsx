import { useId, useState } from 'react'
import type { FormChoice } from '../../../catalogue/contract/forms.ts'
import type { PurposeCode } from '../../../catalogue/forms/define.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { printPaper, useFormChoices, type FormsOf } from './use-forms.ts'
import './forms.css'

/** Choices of the dialog. */
interface Choice {
  readonly form: string
  readonly about: string
  readonly purpose: PurposeCode | ''
  readonly reason: string
}

/** Chooses a form, the record it is about and what it is for, and makes the paper. */
export function PrintDialog({ of, onClose }: { of: FormsOf; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const { data, error, refetch } = useFormChoices(of)
  const id = useId()
  return (
    <dialog ref={dialog} className="x-dialog forms-dialog" aria-labelledby={id} data-testid="print-forms">
      <h2 id={id}>打印表格</h2>
      {error && <ErrorBox title="表格打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={5} />}
      {data?.list.length === 0 && <p>这里没有您可以打印的表格。</p>}
      {data && data.list.length > 0 ? (
        <Choices of={of} list={data.list} onClose={onClose} />
      ) : (
        <footer>
          <Button onClick={onClose}>关闭</Button>
        </footer>
      )}
    </dialog>
  )
}

const firstOf = (list: readonly FormChoice[]): Choice => {
  const first = list.find(({ records }) => records?.length !== 0) ?? list[0]
  return { form: first?.form ?? '', about: first?.records?.[0]?.id ?? '', purpose: '', reason: '' }
}

function Choices({ of, list, onClose }: { of: FormsOf; list: readonly FormChoice[]; onClose: () => void }) {
  const [choice, setChoice] = useState(() => firstOf(list))
  const { busy, faults, run } = useAct(['reason'])
  // A teacher's own values are open to them: nobody asks why.
  const saysWhy = useSession()?.role !== 2 && choice.purpose !== ''
  const chosen = list.find(({ form }) => form === choice.form)
  const print = (format: 'pdf' | 'docx' = 'pdf') =>
    run(async () => {
      const { form, about, purpose, reason } = choice
      const asked =
        'caseId' in of ? { about: of.caseId } : { teacherId: of.teacherId, ...(about && { about }) }
      const why = saysWhy && reason.trim() !== '' ? { reason } : {}
      const paper = await printPaper({ form, ...asked, ...(purpose && { purpose }), ...why, format })
      notify.success(`${paper.name} 已生成`)
      onClose()
    })
  return (
    <>
      <fieldset className="forms-choices">
        <legend>打印哪一张</legend>
        {list.map(({ form, title, note, records }) => (
          <label key={form}>
            <input
              type="radio"
              name="form"
              checked={choice.form === form}
              disabled={records?.length === 0}
              onChange={() => setChoice({ form, about: records?.[0]?.id ?? '', purpose: '', reason: '' })}
            />
            <span>
              {title}
              <small>{records?.length === 0 ? '暂无可打印的记录' : note}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen && (
        <Records chosen={chosen} about={choice.about} onAbout={(about) => setChoice({ ...choice, about })} />
      )}
      {chosen && (
        <Purposes
          chosen={chosen}
          purpose={choice.purpose}
          onPurpose={(purpose) => setChoice({ ...choice, purpose })}
        />
      )}
      {saysWhy && (
        <Reason
          reason={choice.reason}
          fault={faults['reason']}
          onReason={(reason) => setChoice({ ...choice, reason })}
        />
      )}
      {faults['form'] !== undefined && <ErrorBox title="没有打印" detail={faults['form']} />}
      <Footer
        busy={busy}
        onClose={onClose}
        onPrint={() => void print()}
        onWord={chosen?.word === true ? () => void print('docx') : null}
      />
    </>
  )
}

/** Which of several records the form is about. */
function Records({
  chosen,
  about,
  onAbout,
}: {
  chosen: FormChoice
  about: string
  onAbout: (id: string) => void
}) {
  const id = useId()
  if (!chosen.records || chosen.records.length === 0) return null
  return (
    <div className="forms-field">
      <label htmlFor={id}>哪一条</label>
      <select id={id} value={about} onChange={(event) => onAbout(event.target.value)}>
        {chosen.records.map((record) => (
          <option key={record.id} value={record.id}>
            {record.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Purpose of the document; it unmasks values. */
function Purposes(props: {
  chosen: FormChoice
  purpose: PurposeCode | ''
  onPurpose: (purpose: PurposeCode | '') => void
}) {
  const { chosen, purpose, onPurpose } = props
  if (chosen.purposes.length === 0) return null
  const plain = { code: '' as const, label: '一般用途', opens: '与您在屏幕上看到的一样' }
  return (
    <fieldset className="forms-choices">
      <legend>用途</legend>
      {[plain, ...chosen.purposes].map(({ code, label, opens }) => (
        <label key={code}>
          <input type="radio" name="purpose" checked={purpose === code} onChange={() => onPurpose(code)} />
          <span>
            {label}
            <small>{code === '' ? opens : `包含${opens}，会留下记录并告知教师`}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Why an office opens what is sealed; it is kept in the log. */
function Reason(props: { reason: string; fault: string | undefined; onReason: (reason: string) => void }) {
  const { reason, fault, onReason } = props
  const id = useId()
  return (
    <div className="forms-field">
      <label htmlFor={id}>原因（记入日志）</label>
      <input
        id={id}
        value={reason}
        maxLength={200}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => onReason(event.target.value)}
      />
      {fault !== undefined && (
        <span className="xr-fault" id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

function Footer({
  busy,
  onClose,
  onPrint,
  onWord,
}: {
  busy: boolean
  onClose: () => void
  onPrint: () => void
  /** Null where the form is a PDF only. */
  onWord: (() => void) | null
}) {
  const session = useSession()
  const records = session ? pathOfPage(session.role, 'printed-forms') : ''
  return (
    <footer>
      {records !== '' && (
        <ButtonLink look="text" to={records}>
          打印记录
        </ButtonLink>
      )}
      <Button onClick={onClose}>取消</Button>
      {onWord && (
        <Button icon="download" busy={busy} onClick={onWord}>
          生成 Word
        </Button>
      )}
      <Button look="primary" icon="print" busy={busy} onClick={onPrint}>
        打印
      </Button>
    </footer>
  )
}
