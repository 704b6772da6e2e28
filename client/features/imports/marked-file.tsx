import type { ImportView } from '../../../catalogue/contract/administration/imports.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useFaultFile } from './use-imports.ts'

/** The faulty rows as a file, and the whole file with its faults marked; nothing where there are none. */
export function MarkedFile({ task }: { task: ImportView }) {
  const file = useFaultFile(task)
  if (!task.annotated || task.counts.error + task.counts.conflict === 0) return null
  return (
    <>
      <Button
        icon="download"
        busy={file.isPending && file.variables === 'rows'}
        onClick={() => file.mutate('rows')}
      >
        下载出错的行
      </Button>
      <Button
        icon="download"
        busy={file.isPending && file.variables === 'whole'}
        onClick={() => file.mutate('whole')}
      >
        下载标注错误的原文件
      </Button>
    </>
  )
}
