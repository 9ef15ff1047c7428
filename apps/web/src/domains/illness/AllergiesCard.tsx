import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import { IconAlertTriangle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { EditCard } from '../../ui/loading/EditCard.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import classes from './AllergiesCard.module.css'
import { kindsInOrder } from './allergies.ts'
import { useAllergyReactions } from './api.ts'

const AllergyDialog = lazyNamed(() => import('./dialogs/AllergyDialog.tsx'), 'AllergyDialog')
const NoDrugAllergy = lazyNamed(() => import('./dialogs/NoDrugAllergy.tsx'), 'NoDrugAllergy')

const byKind = (a: AllergyReaction, b: AllergyReaction) => kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind)

/** `included`: the allergies in the reply of the patient call. */
export function AllergiesCard({ user_id, included }: { user_id: number; included?: AllergyReaction[] | undefined }) {
  const { t } = useTranslation('illness')
  const query = useAllergyReactions(user_id, included)
  const mayWrite = usePermission('diagnoses.write')
  const [isOpen, setOpen] = useState(false)
  const open = mayWrite ? () => setOpen(true) : undefined
  return (
    <EditCard
      title={t('allergy.title')}
      query={query}
      error={t('allergy.error')}
      isEmpty={() => false}
      edit={t('allergy.edit')}
      onEdit={open}
      more={
        isOpen && query.currentData ? (
          <Suspense>
            <AllergyDialog user_id={user_id} reactions={query.currentData.items} onClose={() => setOpen(false)} onReopen={() => setOpen(true)} />
          </Suspense>
        ) : null
      }
    >
      {({ items }) => <Kinds user_id={user_id} reactions={items} mayWrite={mayWrite} />}
    </EditCard>
  )
}

/** The line about drugs is always shown, even if nobody has asked about them. */
function Kinds({ user_id, reactions, mayWrite }: { user_id: number; reactions: AllergyReaction[]; mayWrite: boolean }) {
  const { t, i18n } = useTranslation('illness')
  const occurred = reactions.filter(({ is_occured }) => is_occured).toSorted(byKind)
  const occurredKinds = new Set(occurred.map(({ kind }) => kind))
  const never = [...new Set(reactions.filter(({ kind }) => kind !== 'medicine' && !occurredKinds.has(kind)).map(({ kind }) => kind))].sort(
    (a, b) => kindsInOrder.indexOf(a) - kindsInOrder.indexOf(b),
  )
  const drug = reactions.find(({ kind }) => kind === 'medicine')
  const separator = i18n.language === 'ja' ? '・' : ', '
  return (
    <dl className={classes.list}>
      {occurredKinds.has('medicine') ? null : (
        <div className={classes.row}>
          <dt>{t('allergy.medicine')}</dt>
          <dd>
            {t(drug ? 'allergy.none' : 'allergy.unasked')}
            <Suspense>
              <NoDrugAllergy user_id={user_id} saved={drug} mayWrite={mayWrite} />
            </Suspense>
          </dd>
        </div>
      )}
      {occurred.map(({ id, kind, description }) => (
        <div key={id} className={clsx(classes.row, kind === 'medicine' && classes.drug)}>
          <dt>
            {kind === 'medicine' ? <IconAlertTriangle size={16} aria-hidden /> : null}
            {t(`allergy.${kind}`)}
          </dt>
          <dd lang={description ? 'ja' : undefined}>{description || t('allergy.occurred')}</dd>
        </div>
      ))}
      {never.length > 0 ? (
        <div className={classes.row}>
          <dt>{t('allergy.none')}</dt>
          <dd className={classes.quiet}>{never.map((kind) => t(`allergy.${kind}`)).join(separator)}</dd>
        </div>
      ) : null}
    </dl>
  )
}
