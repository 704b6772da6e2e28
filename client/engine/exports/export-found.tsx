import type { ExportPreview } from '../../../catalogue/contract/administration/exports.ts'
import {
  daysToAgree,
  mostExported,
  mostInAnHour,
} from '../../../catalogue/contract/administration/exports.ts'
import { thousands } from '../../platform/format.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { sizeWords } from './words.ts'

/** Contents of the planned file, masked columns and the approver. A screen reader announces changes. */
export function ExportFound({ found }: { found: ExportPreview }) {
  const { scope, filters, order, masked, full, second, tooMany, left } = found
  return (
    <div aria-live="polite" data-testid="export-found">
      <dl className="xe-found">
        <div>
          <dt>内容</dt>
          <dd>
            <b className="x-num">{sizeWords(found)}</b>　{scope}
          </dd>
        </div>
        <div>
          <dt>筛选</dt>
          <dd>{filters.length === 0 ? '没有筛选' : filters.join('；')}</dd>
        </div>
        <div>
          <dt>排序</dt>
          <dd>{order}</dd>
        </div>
        {masked.length > 0 && (
          <div>
            <dt>脱敏</dt>
            <dd>{masked.join('、')}</dd>
          </div>
        )}
        {full.length > 0 && (
          <div>
            <dt>完整</dt>
            <dd className="xr-accent">{full.join('、')}</dd>
          </div>
        )}
      </dl>
      {second && (
        <Warning>
          {second.why}，须由第二人同意后生成：{second.offices.join('，或')}。{daysToAgree} 天内有效。
        </Warning>
      )}
      {tooMany && (
        <Warning>一次至多导出 {thousands(mostExported)} 条，请先筛选，或按市、县区、学校分次导出。</Warning>
      )}
      {left === 0 && <Warning>一小时内至多导出 {mostInAnHour} 次，请稍后再试。</Warning>}
      <p className="x-soft x-dense">名单中的人会在“谁看过我的档案”里看到本次导出和用途。</p>
    </div>
  )
}

const Warning = ({ children }: { children: React.ReactNode }) => (
  <p className="xe-warning">
    <Icon name="warn" />
    <span>{children}</span>
  </p>
)
