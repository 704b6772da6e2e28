import { useState } from 'react'
import type { ImportView, RowsQuery } from '../../../catalogue/contract/administration/imports.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { fullTime, sentenceDate, thousands } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { NextAccounts } from './next-accounts.tsx'
import { resultColumns } from './found-rows.tsx'
import { isUndoing, useFaultFile, useRows, useTaskActs, type ImportKind } from './use-imports.ts'
import { modeWords, statusOf } from './words.ts'

type WrittenFilter = NonNullable<RowsQuery['written']>

/** What an import did, and the way to take it back. */
export function Result({ task, kind }: { task: ImportView; kind: ImportKind | undefined }) {
  if (task.startTime === null) return <Empty text="本次导入已取消，没有写入任何数据。" />
  return (
    <>
      <Panel title={headOf(task)}>
        <dl className="x-values import-result">
          <Fact label="导入人" value={`${task.operator}（${task.org}）`} />
          <Fact
            label="时间"
            value={`${fullTime(task.startTime)} 至 ${task.endTime === null ? '' : fullTime(task.endTime)}`}
          />
          <Fact label="文件" value={task.fileName} />
          <Fact label="方式" value={modeWords[task.mode]} />
          <Fact label="写入" value={`${thousands(task.successRows)} 行`} />
          <Fact label="没有变化" value={`${thousands(task.counts.same)} 行`} />
          <Fact label="没有导入" value={`${thousands(task.errorRows)} 行`} />
        </dl>
        <Undo task={task} />
      </Panel>
      <NextStep task={task} />
      <NextAccounts task={task} />
      <ResultRows task={task} kind={kind} />
    </>
  )
}

/** What people need who came with the import: a password to sign in with. */
function NextStep({ task: { id, importKind, opened } }: { task: ImportView }) {
  const role = useSession()?.role
  const accounts = role === undefined ? '' : pathOfPage(role, 'office-accounts')
  if (importKind !== 'teacher' || opened === 0 || accounts === '') return null
  return (
    <Panel title="下一步">
      <p className="x-soft">
        新增的 {opened} 位教师已有账号，尚未设置密码。发放一次性密码后，本人即可登录填写档案。
      </p>
      <p className="import-acts">
        <ButtonLink look="primary" to={`${accounts}?import=${id}`}>
          给这 {opened} 位发一次性密码
        </ButtonLink>
      </p>
    </Panel>
  )
}

const headOf = (task: ImportView): string =>
  task.undoneAt === null
    ? `${statusOf(task)}：写入 ${thousands(task.successRows)} 行`
    : `已撤销 ${thousands(task.undone)} 行${task.kept > 0 ? `，${thousands(task.kept)} 行留下` : ''}`

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="x-value">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Undo({ task }: { task: ImportView }) {
  const { undo } = useTaskActs(task.id)
  const marked = useFaultFile(task)
  const ask = async () => {
    const yes = await confirm({
      title: `撤销写入的 ${thousands(task.successRows)} 行？`,
      text: '新增的会删除，变更的恢复为导入前的值；导入之后又被改过的行不撤销，撤销后逐条列出。',
      ok: '撤销导入',
      danger: true,
    })
    if (yes) undo.mutate()
  }
  return (
    <div className="import-acts">
      {isUndoing(task) && <output>正在撤销……</output>}
      {task.undoneAt !== null && (
        <output>
          {fullTime(task.undoneAt)} 已撤销{task.kept > 0 && '；留下的行在撤销前又被改过，列在下面'}
        </output>
      )}
      {task.undoUntil !== null && (
        <>
          <Button look="danger" icon="undo" busy={undo.isPending} onClick={() => void ask()}>
            撤销导入
          </Button>
          <span className="x-faint">{sentenceDate(task.undoUntil)}前可以撤销</span>
        </>
      )}
      {task.annotated && (
        <Button icon="download" busy={marked.isPending} onClick={() => marked.mutate('rows')}>
          下载没有导入的行
        </Button>
      )}
    </div>
  )
}

const tabs: readonly { readonly key: WrittenFilter; readonly label: string }[] = [
  { key: 'kept', label: '撤销时留下' },
  { key: 'failed', label: '写入失败' },
  { key: 'written', label: '已写入' },
  { key: 'undone', label: '已撤销' },
]

/** Whether there may be rows that came to this. */
const isTold = ({ kept, undoneAt, status }: ImportView, key: WrittenFilter): boolean =>
  ({ kept: kept > 0, failed: status !== '5', written: undoneAt === null, undone: undoneAt !== null })[key]

function ResultRows({ task, kind }: { task: ImportView; kind: ImportKind | undefined }) {
  const [chosen, setChosen] = useState<WrittenFilter | null>(null)
  const [page, setPage] = useState(1)
  const usual: WrittenFilter = task.kept > 0 ? 'kept' : task.undoneAt !== null ? 'undone' : 'written'
  const written = chosen ?? usual
  const rows = useRows(task.id, { written, page }, task.undoneAt ?? '')
  return (
    <section aria-label="各行的结果">
      <StateTabs
        label="各行的结果"
        tabs={tabs.filter(({ key }) => key === written || isTold(task, key))}
        current={written}
        onSelect={(key) => {
          setChosen(key)
          setPage(1)
        }}
      />
      <Loaded answer={rows} failed="这些行打开失败" lines={6}>
        {(shown) =>
          shown.list.length === 0 ? (
            <Empty text="没有这样的行。" />
          ) : (
            <>
              <LineTable
                label="各行的结果"
                lines={shown.list}
                columns={resultColumns(kind, written === 'kept' || written === 'failed')}
                keyOf={({ row }) => String(row)}
                stale={rows.isPlaceholderData}
                testId="import-row"
              />
              <Pager {...shown} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
