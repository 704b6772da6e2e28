import { useState } from 'react'
import { institution, teacher } from '../../../catalogue/define.ts'
import { teamParts, type TeamMember, type TeamPart } from '../../../catalogue/contract/training/team.ts'
import { clientKind } from '../../engine/kinds/kinds.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useTeam, useTeamCalls } from './use-team.ts'

/** Who works in a project beside its host: the undertaker, head teachers and tutors. */
export function TeamPart({ id }: { readonly id: string }) {
  const answer = useTeam(id)
  return (
    <Panel title="工作人员">
      <Loaded answer={answer} failed="工作人员打开失败" lines={3}>
        {({ list, classes }) => (
          <div className="seats">
            <p className="x-soft">
              承办单位、班主任办理签到和成绩，辅导教师登记成绩；他们看得到学员名单，看不到档案和其他项目。
            </p>
            {list.length === 0 ? <Empty text="尚未安排工作人员。" /> : <Members id={id} list={list} />}
            <NewMember id={id} classes={classes} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function Members({ id, list }: { id: string; list: readonly TeamMember[] }) {
  const { remove } = useTeamCalls(id)
  const takeOff = async ({ id: member, name, part }: TeamMember) => {
    const text = `${name}不再是${teamParts[part]}，从现在起不能办理该项目；已经办理的都还在。`
    if (!(await confirm({ title: '取消该工作人员？', text, ok: '取消安排' }))) return
    try {
      await remove.mutateAsync(member)
      notify.success(`已取消${name}`)
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  const columns: LineColumn<TeamMember>[] = [
    { key: 'name', title: '姓名或单位', wide: true, render: ({ name }) => name },
    { key: 'part', title: '工作', render: ({ part }) => teamParts[part] },
    { key: 'className', title: '班级', render: ({ className }) => className || '各班' },
    { key: 'institution', title: '所在单位', render: ({ institution: place }) => place },
    {
      key: 'acts',
      title: '办理',
      render: (member) => (
        <Button look="text" aria-label={`取消${member.name}`} onClick={() => void takeOff(member)}>
          取消安排
        </Button>
      ),
    },
  ]
  return (
    <LineTable
      label="工作人员"
      lines={list}
      columns={columns}
      keyOf={(one) => one.id}
      stale={false}
      testId="team-member"
    />
  )
}

const undertaker = institution('承办单位', { required: true, anywhere: true })
const person = teacher('教师', { required: true })
const noRow = {}
const parts = Object.entries(teamParts).map(([code, label]) => ({ code, label }))
const fields = ['part', 'institutionId', 'teacherId', 'className'] as const

function NewMember({ id, classes }: { id: string; classes: readonly string[] }) {
  const [part, setPart] = useState<TeamPart>('headTeacher')
  const [chosen, setChosen] = useState<number | null>(null)
  const [className, setClassName] = useState('')
  const { add } = useTeamCalls(id)
  const { busy, faults, run } = useAct(fields)
  const isUndertaker = part === 'undertaker'
  const send = () =>
    run(async () => {
      const [institutionId, teacherId] = isUndertaker ? [chosen, null] : [null, chosen]
      await add.mutateAsync({ part, institutionId, teacherId, className: isUndertaker ? '' : className })
      notify.success(`已安排${teamParts[part]}`)
      setChosen(null)
    })
  return (
    <form
      className="team-add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Choice
        isRequired
        label="工作"
        value={part}
        options={parts}
        fault={faults['part']}
        onChange={(code) => {
          setPart(code as TeamPart)
          setChosen(null)
        }}
      />
      <Chosen
        key={part}
        part={part}
        value={chosen}
        fault={faults['institutionId'] ?? faults['teacherId']}
        onChange={setChosen}
      />
      {!isUndertaker && classes.length > 0 && (
        <Choice
          label="班级"
          value={className}
          options={classes.map((code) => ({ code, label: code }))}
          fault={faults['className']}
          onChange={setClassName}
        />
      )}
      {faults['form'] !== undefined && <ErrorBox title="没有安排成" detail={faults['form']} />}
      <Button type="submit" busy={busy} disabled={chosen === null}>
        安排
      </Button>
    </form>
  )
}

/** The institution or the teacher who is meant, found by name. */
function Chosen(props: {
  part: TeamPart
  value: number | null
  fault: string | undefined
  onChange: (id: number | null) => void
}) {
  const { part, value, fault, onChange } = props
  const field = part === 'undertaker' ? undertaker : person
  const { Input } = clientKind(field)
  return (
    <div className="xr-field">
      <div className="xr-label">
        <label htmlFor="team-member" id="team-member-label">
          {field.label}
        </label>
      </div>
      <Input
        id="team-member"
        field={field}
        value={value}
        row={noRow}
        invalid={fault !== undefined}
        onChange={(given) => onChange(typeof given === 'number' ? given : null)}
      />
      {fault !== undefined && <p className="roster-fault">{fault}</p>}
    </div>
  )
}
