import { useState } from 'react'
import type { ExpectedPerson, LedSession } from '../../../catalogue/contract/training/presence.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { presenceMeans } from '../../../catalogue/presence/rules.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { CodeScreen } from './code-screen.tsx'
import { CancelDialog, MarkDialog } from './dialogs.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import { useLedSession, usePresenceActs } from './use-presence.ts'
import { Waiting } from './waiting.tsx'
import { hourOf, stateWords, statusText, timesText } from './words.ts'

/** A training day for whoever leads it: the screen, who is in, what waits for a decision. */
export function LedSessionPage({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useLedSession(id)
  return (
    <PageFrame
      title={answer.data?.title ?? entry.title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: '签到' }]}
      note={
        answer.data && `${timesText(answer.data)}　${answer.data.place}　${stateWords[answer.data.state]}`
      }
      actions={answer.data && <Actions entry={entry} session={answer.data} />}
    >
      <Loaded answer={answer} failed="签到打开失败" lines={10}>
        {(session) => <Led session={session} />}
      </Loaded>
    </PageFrame>
  )
}

function Actions({
  entry,
  session: { id, state, people, single },
}: {
  entry: PageEntry
  session: LedSession
}) {
  const { act } = usePresenceActs()
  const [cancelling, setCancelling] = useState(false)
  const fix = async () => {
    const missing = people.filter(({ status }) => status === '6').length
    const text = `${missing > 0 ? `缺勤 ${missing} 人。` : ''}确定以后不能再登记，有误的走更正。`
    if (!(await confirm({ title: '确定这一场的出勤？', text, ok: '确定出勤' }))) return
    try {
      await act.mutateAsync({ of: `sessions/${id}/fix` })
      notify.success('出勤已确定')
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  if (!single || state === 'cancelled' || state === 'fixed') return null
  return (
    <>
      <ButtonLink icon="edit" to={`${entry.path}?id=${id}&edit=1`}>
        修改
      </ButtonLink>
      <Button onClick={() => setCancelling(true)}>取消这一场</Button>
      {state === 'over' && (
        <Button look="primary" onClick={() => void fix()}>
          确定出勤
        </Button>
      )}
      {cancelling && <CancelDialog id={id} onClose={() => setCancelling(false)} />}
    </>
  )
}

const tabs = {
  all: { label: '全部', holds: () => true },
  out: { label: '未到', holds: ({ status }: ExpectedPerson) => status === null || status === '6' },
  doubt: { label: '待核', holds: ({ status }: ExpectedPerson) => status === '7' },
} as const
type Tab = keyof typeof tabs

function Led({ session }: { session: LedSession }) {
  const { people, state } = session
  const [tab, setTab] = useState<Tab>('all')
  const [marking, setMarking] = useState<ExpectedPerson>()
  const isOpen = state !== 'cancelled' && state !== 'fixed'
  const shown = people.filter(tabs[tab].holds)
  return (
    <div className={isOpen ? 'led' : ''}>
      <div>
        <StateTabs
          label="名单"
          tabs={(['all', 'out', 'doubt'] as const).map((key) => ({
            key,
            label: tabs[key].label,
            count: people.filter(tabs[key].holds).length,
          }))}
          current={tab}
          onSelect={setTab}
        />
        <Panel title="应到人员" flush>
          {shown.length === 0 ? (
            <p className="presence-none">暂无这一类人员。</p>
          ) : (
            <LineTable
              label="名单"
              lines={shown}
              columns={columnsWith(isOpen ? setMarking : null)}
              keyOf={({ teacherId }) => String(teacherId)}
              stale={false}
              testId="expected"
            />
          )}
        </Panel>
        {isOpen && <SheetPanel id={session.id} />}
      </div>
      <div>
        {isOpen && <CodeScreen session={session} />}
        <Waiting session={session} />
      </div>
      {marking && <MarkDialog id={session.id} person={marking} onClose={() => setMarking(undefined)} />}
    </div>
  )
}

const columnsWith = (
  onMark: ((person: ExpectedPerson) => void) | null,
): readonly LineColumn<ExpectedPerson>[] => [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => name },
  {
    key: 'status',
    title: '出勤',
    render: ({ status }) => (
      <span className={`presence-status presence-${status ?? 'open'}`}>{statusText(status)}</span>
    ),
  },
  {
    key: 'how',
    title: '登记方式',
    render: ({ marks }) =>
      marks
        .map(
          ({ way, means, moment }) =>
            `${way === 'out' ? '签退 ' : ''}${hourOf(moment)} ${presenceMeans[means]}`,
        )
        .join('；') || '—',
  },
  {
    key: 'acts',
    title: '操作',
    render: (person) =>
      onMark !== null &&
      person.status !== '7' && (
        <Button look="text" aria-label={`登记${person.name}`} onClick={() => onMark(person)}>
          登记
        </Button>
      ),
  },
]
