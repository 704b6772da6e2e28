import { useState } from 'react'
import type { RuleShown, RuleVersions } from '../../../catalogue/contract/training/hour-rules.ts'
import { usualRule } from '../../../catalogue/hours/rule.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listDate, thisYear } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { changedLines, ruleLines, type RuleLine } from './rule-text.ts'
import { useRule, useRuleVersions } from './use-rules.ts'
import './training.css'

const provinceRole = 6

/** 学时规则: how hours of a year are counted; the province publishes versions, everybody else reads them. */
export function HourRulesPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['year'] as const)
  const year = /^20\d\d$/.test(asked.of('year')) ? Number(asked.of('year')) : Number(thisYear())
  const mayPublish = useSession()?.role === provinceRole
  const answer = useRule(year)
  const years = [...new Set([1, 0, -1, -2, -3, -4].map((more) => Number(thisYear()) + more).concat(year))]
  return (
    <PageFrame
      title={entry.title}
      note={mayPublish ? '发布新版以后，各人的学时按新版重新计算' : '由省级教育行政部门发布'}
    >
      <FilterBar
        filters={[
          {
            kind: 'choice',
            key: 'year',
            label: '年度',
            options: years
              .toSorted((a, b) => b - a)
              .map((one) => ({ value: String(one), label: `${one} 年` })),
          },
        ]}
        asked={{ ...asked, of: () => String(year) }}
        onAsk={(_, value) => asked.put({ year: value })}
      />
      <Loaded answer={answer} failed="学时规则打开失败" lines={8}>
        {(shown) => (
          <div className="rule-stack" data-testid="hour-rule">
            <InForce key={year} year={year} shown={shown} mayPublish={mayPublish} />
            <Versions year={year} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function InForce({ year, shown, mayPublish }: { year: number; shown: RuleShown; mayPublish: boolean }) {
  const [edits, setEdits] = useState(false)
  const { rule, published, note, at } = shown
  if (edits) return <RuleEditor shown={shown} onDone={() => setEdits(false)} />
  return (
    <Panel
      title={published ? `${year} 年，第 ${rule.version} 版` : `${year} 年，省尚未发布`}
      beside={
        <span className="x-soft x-dense">
          {published ? `${note}${at === null ? '' : `　${listDate(at)} 发布`}` : '按通行做法计算'}
        </span>
      }
      extra={
        mayPublish && (
          <Button onClick={() => setEdits(true)}>
            {published ? `写第 ${rule.version + 1} 版` : '写第 1 版'}
          </Button>
        )
      }
    >
      <RuleTable lines={ruleLines(rule)} />
    </Panel>
  )
}

/** Lines of a rule, or of what a version changed. */
export function RuleTable({ lines }: { lines: readonly RuleLine[] }) {
  return (
    <dl className="rule-lines">
      {lines.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Versions({ year }: { year: number }) {
  const answer = useRuleVersions(year)
  return (
    <Loaded answer={answer} failed="历次版本打开失败" lines={4}>
      {({ list }) => (
        <Panel title="历次版本">
          {list.length === 0 ? (
            <Empty text="暂无发布的版本。" />
          ) : (
            <ol className="rule-versions">
              {list.map((one, index) => (
                <Version key={one.rule.version} version={one} before={list[index + 1]} />
              ))}
            </ol>
          )}
        </Panel>
      )}
    </Loaded>
  )
}

type Version = RuleVersions['list'][number]

/** One version, with what it changed of the one before, or of the usual practice. */
function Version({ version, before }: { version: Version; before: Version | undefined }) {
  const { rule, note, at, by } = version
  const changed = changedLines(rule, before?.rule ?? usualRule(rule.year))
  return (
    <li data-testid="rule-version">
      <p>
        <b>第 {rule.version} 版</b>　{note}
        <span className="x-soft">{`　${by} ${listDate(at)}`}</span>
      </p>
      {changed.length === 0 ? (
        <p className="x-soft">和{before === undefined ? '通行做法' : '上一版'}相同。</p>
      ) : (
        <>
          <p className="x-soft">比{before === undefined ? '通行做法' : '上一版'}改了：</p>
          <RuleTable lines={changed} />
        </>
      )}
    </li>
  )
}
