import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { sendComplaint, useSubject } from './use-complaints.ts'
import './complaints.css'

/** A complaint that a resource infringes a right: for visitors, too. */
export function ComplainPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  return (
    <PageFrame title={entry.title}>
      {Number.isSafeInteger(id) && id > 0 ? (
        <Complaint id={id} />
      ) : (
        <Empty text="请从要投诉的资源的页面打开。" />
      )}
    </PageFrame>
  )
}

const empty = { name: '', contact: '', work: '', words: '' }

function Complaint({ id }: { id: number }) {
  const answer = useSubject(id)
  const [sent, setSent] = useState(false)
  if (sent)
    return (
      <Panel title="投诉已收到">
        <output>
          给出共享范围的单位会在 1 个工作日内核实，按您留的联系方式答复。受理后该资源停止展示，并通知作者。
        </output>
      </Panel>
    )
  return (
    <Loaded answer={answer} failed="该资源打开失败" lines={4}>
      {({ title, author, org }) => (
        <Panel title={`投诉“${title}”侵权`}>
          <p className="x-soft">
            {author}　{org}
          </p>
          <ComplaintForm id={id} onSent={() => setSent(true)} />
        </Panel>
      )}
    </Loaded>
  )
}

function ComplaintForm({ id, onSent }: { id: number; onSent: () => void }) {
  const [typed, setTyped] = useState(empty)
  const { busy, faults, run } = useAct(Object.keys(empty))
  const put = (key: keyof typeof empty) => (value: string) => setTyped((now) => ({ ...now, [key]: value }))
  return (
    <form
      className="complaint-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(async () => {
          await sendComplaint(id, typed)
          onSent()
        })
      }}
    >
      {faults['form'] !== undefined && <ErrorBox title="没有提交成" detail={faults['form']} />}
      <TextField
        label="姓名或单位名称"
        value={typed.name}
        onChange={put('name')}
        fault={faults['name']}
        autoComplete="name"
        required
      />
      <TextField
        label="联系电话或邮箱"
        help="加密保存，只有受理单位看得到"
        value={typed.contact}
        onChange={put('contact')}
        fault={faults['contact']}
        required
      />
      <TextField
        label="主张权利的作品"
        value={typed.work}
        onChange={put('work')}
        fault={faults['work']}
        maxLength={200}
        required
      />
      <TextBox
        label="侵权的事实和权利依据"
        help="哪些内容相同，作品在何时何处发表，有没有登记或授权；至少 20 个字"
        value={typed.words}
        most={2_000}
        rows={6}
        fault={faults['words']}
        required
        onChange={put('words')}
      />
      <div>
        <Button type="submit" look="primary" busy={busy}>
          提交投诉
        </Button>
      </div>
    </form>
  )
}
