import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useNameLang } from '../words.ts'
import { DiseasePanel } from './DiseasePanel.tsx'
import type { Facts } from './facts.ts'

type Props = { assessment: Assessment; facts: Facts; assessments: Assessment[]; onClose: () => void }

export function DiseaseDialog({ assessment, facts, assessments, onClose }: Props) {
  const langOf = useNameLang()
  const { disease, disease_id } = assessment
  return (
    <Dialog title={disease ? <span lang={langOf(disease)}>{disease.display_name}</span> : null} onClose={onClose} side>
      <DiseasePanel disease_id={disease_id} facts={facts} assessments={assessments} />
    </Dialog>
  )
}
