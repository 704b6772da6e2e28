import { useSearchParams } from 'react-router'
import type { AfterRuleView } from '../../../catalogue/contract/administration/after-rules.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleLog } from './rule-log.tsx'
import { useAfterActs, useAfterRules } from './use-after-rules.ts'
import { ruleWords } from './words.ts'
import './after-rules.css'

/** The rules of the office; `?edit=new` or a number opens the editor, `?no=3` a rule's log. */
export function AfterRulesPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const answer = useAfterRules()
  const [edit, no] = [search.get('edit'), search.get('no')]
  const found = answer.data?.list.find((one) => String(one.no) === (edit ?? no))
  if (edit === 'new') return <RuleEditor key="new" entry={entry} rule={null} />
  if (edit !== null && found) return <RuleEditor key={found.no} entry={entry} rule={found} />
  if (no !== null && found) return <RuleLog entry={entry} rule={found} />
  return (
    <PageFrame
      title={entry.title}
      note="记录通过或作废以后自动办理；从保存以后的事项起，批量导入的不触发"
      actions={
        <ButtonLink look="primary" icon="add" to={`${entry.path}?edit=new`}>
          新增规则
        </ButtonLink>
      }
    >
      <Loaded answer={answer} failed="规则打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无规则。例如：学习经历通过以后，给学校列一件核对原件的待办。" />
          ) : (
            <Rules list={data.list} base={entry.path} />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const stateOf = ({ on, paused }: AfterRuleView): string =>
  paused === null ? (on ? '启用' : '已停用') : `已暂停：${paused}`

function Rules({ list, base }: { list: readonly AfterRuleView[]; base: string }) {
  const { turn, end } = useAfterActs()
  const tell = async (act: Promise<unknown>, done: string) => {
    try {
      await act
      notify.success(done)
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  const remove = async ({ no, body }: AfterRuleView) => {
    const text = '已经发出的消息、列出的待办和草稿不变。'
    if (await confirm({ title: `删除规则“${body.title}”？`, text, ok: '删除规则', danger: true }))
      await tell(end.mutateAsync(no), '已删除')
  }
  const columns: readonly LineColumn<AfterRuleView>[] = [
    {
      key: 'title',
      title: '规则',
      wide: true,
      render: ({ no, body }) => (
        <div>
          <ButtonLink look="text" to={`${base}?no=${no}`}>
            {body.title}
          </ButtonLink>
          <span className="x-soft after-words">{ruleWords(body)}</span>
        </div>
      ),
    },
    { key: 'place', title: '范围', render: ({ placeName }) => placeName },
    { key: 'done', title: '30 天办理', figure: true, render: ({ counts }) => counts.done },
    { key: 'failed', title: '失败', figure: true, render: ({ counts }) => counts.failed },
    { key: 'state', title: '状态', render: stateOf },
    {
      key: 'acts',
      title: '操作',
      render: (rule) => {
        const isOn = rule.on && rule.paused === null
        return (
          <>
            <ButtonLink look="text" to={`${base}?edit=${rule.no}`} aria-label={`修改${rule.body.title}`}>
              修改
            </ButtonLink>
            <Button
              look="text"
              aria-label={`${isOn ? '停用' : '启用'}${rule.body.title}`}
              onClick={() =>
                void tell(
                  turn.mutateAsync({ no: rule.no, editNo: rule.editNo, on: !isOn }),
                  isOn ? '已停用' : '已启用',
                )
              }
            >
              {isOn ? '停用' : '启用'}
            </Button>
            <Button look="text" aria-label={`删除${rule.body.title}`} onClick={() => void remove(rule)}>
              删除
            </Button>
          </>
        )
      },
    },
  ]
  return (
    <LineTable
      label="办结之后的规则"
      lines={list}
      columns={columns}
      keyOf={({ no }) => String(no)}
      stale={false}
      testId="after-rule"
    />
  )
}
