import { ButtonLink } from '../../ui/forms/button.tsx'
import { useAddresses } from './addresses.ts'
import { useTree } from './use-institutions.ts'

/** The ways to add institutions below one. */
export function Adding({ parentId }: { parentId: number }) {
  const addresses = useAddresses()
  return (
    <>
      <ButtonLink to={addresses.many(parentId)}>批量新增</ButtonLink>
      <ButtonLink to={addresses.fresh(parentId)} look="primary" icon="add">
        新增机构
      </ButtonLink>
    </>
  )
}

/** The same below the reader's own, on lists that hold no parent. */
export function AddingBelowOwn() {
  const { data } = useTree('')
  return data ? <Adding parentId={data.here.id} /> : null
}
