import { useState } from 'react'
import { Link } from 'react-router'
import type { CoauthorLine } from '../../../catalogue/contract/coauthors.ts'
import { institution } from '../../../catalogue/define.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useAskCoauthor, useCoauthors } from './use-coauthors.ts'

const type = 'resourceAuthor'
const { states } = processOf(type)
const where = institution('所在单位', { required: true, anywhere: true })
const nothing = {}
const stay = () => undefined

const columns: readonly LineColumn<CoauthorLine>[] = [
  {
    key: 'name',
    title: '合作作者',
    wide: true,
    render: ({ name, caseId }) => <Link to={casePath(2, type, caseId) ?? ''}>{name}</Link>,
  },
  { key: 'org', title: '单位', render: ({ org }) => org },
  { key: 'part', title: '承担部分', render: ({ part }) => part },
  { key: 'state', title: '状态', render: ({ state }) => states[state]?.label ?? '' },
  { key: 'at', title: '日期', render: ({ at }) => <span className="x-num">{listDate(at)}</span> },
]

/** Who made one of the own resources, too: asked here, each answers for himself. */
export function Coauthors({ id, title, onClose }: { id: number; title: string; onClose: () => void }) {
  const answer = useCoauthors(id)
  return (
    <Panel
      title={`合作作者：${title}`}
      extra={
        <Button look="text" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <Loaded answer={answer} failed="合作作者打开失败" lines={3}>
        {({ list, mayAsk }) => (
          <>
            {list.length === 0 ? (
              <Empty text="暂无合作作者。与他人一起制作的，邀请对方署名；对方确认后写在资源页上，也写进对方的档案。" />
            ) : (
              <LineTable
                label="合作作者"
                lines={list}
                columns={columns}
                keyOf={({ caseId }) => caseId}
                stale={false}
                testId="coauthor"
              />
            )}
            {mayAsk && <AskForm id={id} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function AskForm({ id }: { id: number }) {
  const ask = useAskCoauthor(id)
  const [name, setName] = useState('')
  const [at, setAt] = useState<unknown>(null)
  const [part, setPart] = useState('')
  const { busy, faults, run } = useAct(['name', 'at', 'part'])
  const send = async () => {
    await ask({ name, at: Number(at), part })
    notify.success(`已邀请${name}，等本人确认`)
    setName('')
    setPart('')
  }
  return (
    <form
      className="coauthor-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(send)
      }}
    >
      {faults['form'] !== undefined && <ErrorBox title="邀请失败" detail={faults['form']} />}
      <TextField required label="姓名" value={name} fault={faults['name']} onChange={setName} />
      <FieldRow
        name="at"
        field={where}
        value={at}
        row={nothing}
        fault={faults['at']}
        required
        onSet={(_, value) => setAt(value)}
        onLeave={stay}
      />
      <TextField required label="承担部分" value={part} fault={faults['part']} onChange={setPart} />
      <div>
        <Button type="submit" look="primary" busy={busy}>
          邀请署名
        </Button>
      </div>
    </form>
  )
}
