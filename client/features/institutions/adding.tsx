import { ButtonLink } from '../../ui/forms/button.tsx'
import { useAddresses } from './addresses.ts'
import { useTree } from './use-institutions.ts'

/** The ways to add institutions below one; below the reader's own where none is named. */
export function Adding({ parentId }: { parentId: number | null }) {
  const own = useTree('')
  const addresses = useAddresses()
  const parent = parentId ?? own.data?.here.id
  if (parent === undefined) return null
  return (
    <>
      <ButtonLink to={addresses.many(parent)}>批量新增</ButtonLink>
      <ButtonLink to={addresses.fresh(parent)} look="primary" icon="add">
        新增机构
      </ButtonLink>
    </>
  )
}
