import type { ImportView } from '../../../catalogue/contract/administration/imports.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, thousands } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { DryRun } from './dry-run.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { Result } from './result.tsx'
import { Steps } from './steps.tsx'
import { isMoving, useTask, type ImportKind } from './use-imports.ts'

const historyPath = '/history/getHistory'

/** The step that a task is at. */
const stepOf = ({ status }: ImportView): number => ({ 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 1, 8: 2 })[status]

interface TaskProps {
  id: number
  entry: PageEntry
  kinds: readonly ImportKind[]
}

/** One import under way or finished. */
export function TaskPage({ id, entry, kinds }: TaskProps) {
  const task = useTask(id)
  const { data } = task
  return (
    <PageFrame
      title={data ? data.fileName : entry.title}
      crumbs={[
        { label: entry.title, to: entry.path },
        { label: '导入记录', to: historyPath },
        { label: `第 ${id} 号` },
      ]}
      note={data && <TaskNote task={data} />}
      actions={
        data && (
          <ButtonLink to={`${entry.path}?type=${data.importKind}`} icon="upload">
            {data.status === '3' || data.status === '7' ? '换一份文件' : '再导入一份'}
          </ButtonLink>
        )
      }
    >
      <Loaded answer={task} failed="本次导入打开失败" lines={10}>
        {(shown) => <Task task={shown} kind={kinds.find(({ name }) => name === shown.importKind)} />}
      </Loaded>
    </PageFrame>
  )
}

function TaskNote({ task }: { task: ImportView }) {
  const { kindTitle, org, operator, createdAt, totalRows } = task
  return (
    <>
      {kindTitle}　{org}　{operator}　{listTime(createdAt)} 上传
      {totalRows > 0 && `　${thousands(totalRows)} 行`}
    </>
  )
}

function Task({ task, kind }: { task: ImportView; kind: ImportKind | undefined }) {
  const done = task.status === '5' || task.status === '6'
  return (
    <>
      <Steps current={stepOf(task)} done={done} />
      {isMoving(task) && <ProgressPanel task={task} />}
      {task.status === '3' && <DryRun task={task} kind={kind} />}
      {task.status === '7' && (
        <ErrorBox
          title="该文件不能导入"
          detail={task.failure ?? '请换一份文件再试'}
          kept="没有写入任何数据"
        />
      )}
      {(done || task.status === '8') && <Result task={task} kind={kind} />}
    </>
  )
}
