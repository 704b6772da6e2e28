import type { ImportView } from '../../../catalogue/contract/administration/imports.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useMarkedFile } from './use-imports.ts'

/** The file with its faults marked; nothing where there is none. */
export function MarkedFile({ task }: { task: ImportView }) {
  const marked = useMarkedFile(task)
  if (!task.annotated || task.counts.error + task.counts.conflict === 0) return null
  return (
    <Button icon="download" busy={marked.isPending} onClick={() => marked.mutate()}>
      下载标注错误的原文件
    </Button>
  )
}
