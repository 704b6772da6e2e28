import { useState } from 'react'
import type {
  InstitutionLine,
  InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { CarryOut } from './carry-out.tsx'
import { Chosen } from './chosen.tsx'
import { InstitutionPicker } from './institution-picker.tsx'

const authorities = { category: 'divisional' } as const

/** Another institution above it. */
export function MoveForm({ view }: { view: InstitutionView }) {
  const [parent, setParent] = useState<InstitutionLine | null>(null)
  const but = new Set([view.id, ...(view.parentId === null ? [] : [view.parentId])])
  return (
    <CarryOut act="move" given={{ id: view.id, parentId: parent?.id ?? null }} dirty={parent !== null}>
      {parent ? (
        <Chosen label="新的上级机构" lines={[parent]} onRemove={() => setParent(null)} />
      ) : (
        <InstitutionPicker label="新的上级机构" query={authorities} but={but} onChoose={setParent} />
      )}
    </CarryOut>
  )
}
