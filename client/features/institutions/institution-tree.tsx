import { useSearchParams } from 'react-router'
import type { InstitutionTree as Tree } from '../../../catalogue/contract/administration/institutions.ts'
import { kindsBelow } from '../../../catalogue/institutions/kinds.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Adding } from './adding.tsx'
import { useAddresses } from './addresses.ts'
import { StructureLink } from './beyond.tsx'
import { columnsOf, typeOf } from './columns.tsx'
import { useTree } from './use-institutions.ts'

/** The tree, one branch at a time: an institution, its figures, and those directly below it. */
export function InstitutionTree({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const under = search.get('under') ?? ''
  const { data, error, refetch, isPlaceholderData } = useTree(under)
  const addresses = useAddresses()
  if (error && !data)
    return (
      <PageFrame title={entry.title}>
        <ErrorBox title="机构打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      </PageFrame>
    )
  if (!data)
    return (
      <PageFrame title={entry.title}>
        <Skeleton lines={12} />
      </PageFrame>
    )
  const { here, path, children } = data
  const branches = kindsBelow(here.level).length > 0
  return (
    <PageFrame
      title={under === '' ? entry.title : here.name}
      crumbs={path.slice(0, -1).map(({ id, name }) => ({ label: name, to: addresses.below(id) }))}
      note={under === '' ? here.name : typeOf(here)}
      actions={branches && <Adding parentId={here.id} />}
    >
      <Figures tree={data} />
      {children.length === 0 ? (
        <Empty
          text={
            branches
              ? `${here.name}下暂无机构。先新增下级教育局，再新增学校。`
              : '学校和直属机构没有下级机构。'
          }
          action={<ButtonLink to={addresses.one(here.id)}>查看{here.name}的资料</ButtonLink>}
        />
      ) : (
        <LineTable
          label={`${here.name}的下级机构`}
          lines={children}
          columns={columnsOf((line) => (line.below > 0 ? addresses.below(line.id) : addresses.one(line.id)))}
          keyOf={({ id }) => String(id)}
          stale={isPlaceholderData}
          testId="institution-line"
        />
      )}
    </PageFrame>
  )
}

/** What is counted of the branch, and the way to the institution's own page. */
function Figures({ tree: { here, children } }: { tree: Tree }) {
  const addresses = useAddresses()
  const count = (fits: (kind: string) => boolean) => children.filter(({ kind }) => fits(kind)).length
  return (
    <div className="institutions-head">
      <dl className="institutions-figures">
        <div>
          <dt>下级教育局</dt>
          <dd className="x-num">{count((kind) => ['10', '20', '30'].includes(kind))}</dd>
        </div>
        <div>
          <dt>直接管理的学校</dt>
          <dd className="x-num">{count((kind) => kind === '40')}</dd>
        </div>
        <div>
          <dt>直属机构</dt>
          <dd className="x-num">{count((kind) => !['10', '20', '30', '40'].includes(kind))}</dd>
        </div>
      </dl>
      <div className="institutions-links">
        <ButtonLink to={addresses.one(here.id)}>{here.name}的资料</ButtonLink>
        <StructureLink />
      </div>
    </div>
  )
}
