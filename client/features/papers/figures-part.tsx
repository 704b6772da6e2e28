import type { PaperFiguresAnswer } from '../../../catalogue/contract/paper-uses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { leastSchools } from '../../../catalogue/papers/spread.ts'
import { least } from '../../../catalogue/papers/statistics.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { UseFigures } from './use-figures.tsx'
import { usePaperFigures } from './use-uses.ts'
import { rateWords } from './words.ts'

/** How a paper did: a school sees its classes together, an authority its schools without names. */
export function FiguresPart({ id }: { id: number }) {
  const role = useSession()?.role ?? 0
  // Teachers see their own classes on the page of uses.
  return role < 3 ? null : <Answered id={id} isSchool={role === 3} />
}

function Answered({ id, isSchool }: { id: number; isSchool: boolean }) {
  const answer = usePaperFigures(id)
  return (
    <Loaded answer={answer} failed="成绩统计打开失败" lines={4}>
      {({ school, region }) => {
        if (isSchool)
          return school === null ? (
            <Nothing title="本校成绩" text="本校暂无登记的成绩。教师在“本校考核”里登记使用、导入成绩。" />
          ) : (
            <UseFigures
              figures={school.figures}
              items={school.items}
              title={`本校 ${school.classes} 个班合计（${school.figures.n} 人）`}
            />
          )
        return region === null ? (
          <Nothing
            title="各校成绩"
            text={`满 ${leastSchools} 所学校、每所 ${least} 人有成绩以后，这里显示各校的分布；不列校名，也不排名。`}
          />
        ) : (
          <OverSchools region={region} />
        )
      }}
    </Loaded>
  )
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <Panel title={title}>
      <p className="x-faint">{text}</p>
    </Panel>
  )
}

type Region = NonNullable<PaperFiguresAnswer['region']>
const rate = (one: number): string => rateWords(one * 1000)

function OverSchools({ region: { schools, pupils, items } }: { region: Region }) {
  return (
    <Panel title={`各校成绩：${schools} 所学校，${pupils} 人`}>
      <LineTable
        label="各题在各校的得分率"
        lines={items}
        keyOf={({ number }) => String(number)}
        stale={false}
        testId="over-schools"
        columns={[
          {
            key: 'number',
            title: '题号',
            wide: true,
            render: ({ number, form }) =>
              `第 ${number} 题${form === null ? '' : `　${labelOf('questionForm', form)}`}`,
          },
          { key: 'p', title: '全体', figure: true, render: ({ p }) => rate(p) },
          { key: 'middle', title: '居中的学校', figure: true, render: ({ middle }) => rate(middle) },
          {
            key: 'spread',
            title: '一半学校在',
            figure: true,
            render: ({ low, high }) => `${rate(low)} 到 ${rate(high)}`,
          },
        ]}
      />
      <p className="x-faint x-dense">只统计满 {least} 人的学校；不列校名，也不排名。</p>
    </Panel>
  )
}
