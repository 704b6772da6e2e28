import { Link, useNavigate, useSearchParams } from 'react-router'
import { authorsPath } from '../../../catalogue/contents/paths.ts'
import { prepStates, type Prep } from '../../../catalogue/contract/preps.ts'
import { curriculum } from '../../../catalogue/define.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Show } from '../../engine/kinds/show.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ArrangePage } from './arrange-page.tsx'
import { CommonPart } from './common-part.tsx'
import { OthersPart } from './others-part.tsx'
import { OwnPart } from './own-part.tsx'
import { usePrep, usePrepActs } from './use-preps.ts'
import { VersionsPart } from './versions-part.tsx'
import { aboutText, weekText } from './words.ts'

const tabs = [
  { key: 'common', label: '教案与研讨' },
  { key: 'own', label: '我的个案' },
  { key: 'others', label: '大家的个案' },
  { key: 'versions', label: '版本' },
] as const
type Tab = (typeof tabs)[number]['key']

/** One prep: what it is and who takes part, the common plan with its notes, and the own plans made of it. */
export function PrepPage({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = usePrep(id)
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ key }) => key === search.get('tab'))?.key ?? 'common'
  if (search.has('arrange') && answer.data?.may.edit)
    return <ArrangePage key={answer.data.version} entry={entry} prep={answer.data} />
  const open = (key: Tab) => setSearch(key === 'common' ? { id } : { id, tab: key })
  return (
    <PageFrame
      title={answer.data?.title ?? entry.title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: '备课' }]}
      note={answer.data && `${aboutText(answer.data)}　${weekText(answer.data.week)}`}
    >
      <Loaded answer={answer} failed="本次备课打开失败" lines={10}>
        {(prep) => (
          <>
            <Standing entry={entry} prep={prep} onAdapted={() => open('own')} />
            <StateTabs label="本次备课" tabs={tabs} current={tab} onSelect={open} />
            {tab === 'common' && <CommonPart prep={prep} />}
            {tab === 'own' && <OwnPart key={prep.own?.on} prep={prep} />}
            {tab === 'others' && <OthersPart prep={prep} />}
            {tab === 'versions' && <VersionsPart prep={prep} />}
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

const chapters = curriculum('教材章节', { index: 'chapter', multiple: true })

/** How far it is, who takes part, and the next step of whoever looks. */
function Standing({ entry, prep, onAdapted }: { entry: PageEntry; prep: Prep; onAdapted: () => void }) {
  const { main, leader, members, nodes, state, resource } = prep
  return (
    <Panel title={prepStates[state]}>
      <dl className="prep-facts">
        <dt>主备</dt>
        <dd>{main.name}</dd>
        <dt>共案由谁定</dt>
        <dd>{leader.name}</dd>
        <dt>研讨</dt>
        <dd>{members.length === 0 ? '未邀请研讨人' : members.map(({ name }) => name).join('、')}</dd>
        {nodes.length > 0 && (
          <>
            <dt>教材章节</dt>
            <dd>
              <Show field={chapters} value={nodes} />
            </dd>
          </>
        )}
      </dl>
      <Steps entry={entry} prep={prep} onAdapted={onAdapted} />
      {resource !== null && prep.may.edit && (
        <p>
          <Link to={`${authorsPath}?tab=resource&id=${resource}`}>已转入资源库，看这件资源</Link>
        </p>
      )}
    </Panel>
  )
}

function Steps({ entry, prep, onAdapted }: { entry: PageEntry; prep: Prep; onAdapted: () => void }) {
  const navigate = useNavigate()
  const { step, remove, share, print } = usePrepActs(prep.id)
  const { busy, faults, run } = useAct([])
  const { may, version, id } = prep
  const open = prep.notes.filter(({ answers, done }) => answers === null && !done).length
  const agree = async () => {
    const text = open > 0 ? `还有 ${open} 条批注没有处理。` : '定下后全校教师可以取用。'
    if (!(await confirm({ title: '定为共案？', text, ok: '定为共案' }))) return
    await step.mutateAsync({ name: 'agree', version })
    notify.success('共案已定')
  }
  const archive = async () => {
    if (!(await confirm({ title: '归档本次备课？', text: '归档后不再修改，个案还能写。', ok: '归档' })))
      return
    await step.mutateAsync({ name: 'archive', version })
  }
  const erase = async () => {
    if (!(await confirm({ title: '删除本次备课？', text: '删除后不能恢复。', ok: '删除', danger: true })))
      return
    await remove.mutateAsync()
    await navigate(entry.path)
  }
  const hand = async () => {
    const made = await share.mutateAsync()
    notify.success('已转入，请补齐许可和声明后送审')
    await navigate(`${authorsPath}?tab=resource&id=${made.id}`)
  }
  const adapt = async () => {
    await step.mutateAsync({ name: 'adapt' })
    onAdapted()
  }
  const again = prep.state === 'agreed'
  const acts = [
    { on: may.open && !again, label: '请大家研讨', go: () => step.mutateAsync({ name: 'discuss', version }) },
    { on: may.agree, label: '定为共案', go: agree },
    { on: may.join, label: '参加研讨', go: () => step.mutateAsync({ name: 'join' }) },
    { on: may.adapt, label: '取用为我的个案', go: adapt },
    { on: may.share, label: '转入资源库', go: hand },
    { on: may.open && again, label: '重新研讨', go: () => step.mutateAsync({ name: 'discuss', version }) },
    { on: may.archive, label: '归档', go: archive },
  ].filter(({ on }) => on)
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <div className="prep-buttons">
        {acts.map(({ label, go }, place) => (
          <Button
            key={label}
            {...(place === 0 && { look: 'primary' as const })}
            busy={busy}
            onClick={() => void run(async () => void (await go()))}
          >
            {label}
          </Button>
        ))}
        {may.edit && <ButtonLink to={`${entry.path}?id=${id}&arrange=1`}>修改安排</ButtonLink>}
        {prep.blocks.length > 0 && (
          <Button
            icon="download"
            busy={busy}
            onClick={() => void run(() => print.mutateAsync({ text: 'common', name: prep.title }))}
          >
            打印教案
          </Button>
        )}
        {may.remove && (
          <Button look="text" busy={busy} onClick={() => void run(erase)}>
            删除
          </Button>
        )}
      </div>
    </>
  )
}
