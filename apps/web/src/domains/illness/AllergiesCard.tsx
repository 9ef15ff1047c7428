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
import { useListAllergyReactionsQuery } from './api.ts'

const AllergyDialog = lazyNamed(() => import('./dialogs/AllergyDialog.tsx'), 'AllergyDialog')

const byKind = (a: AllergyReaction, b: AllergyReaction) => kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind)

export function AllergiesCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('illness')
  const query = useListAllergyReactionsQuery({ user_id })
  const mayWrite = usePermission('diagnoses.write')
  const [isOpen, setOpen] = useState(false)
  const open = mayWrite ? () => setOpen(true) : undefined
  return (
    <EditCard
      title={t('allergy.title')}
      query={query}
      error={t('allergy.error')}
      empty={t('allergy.empty')}
      edit={t('allergy.edit')}
      onEdit={open}
      onAdd={open}
      more={
        isOpen && query.currentData ? (
          <Suspense>
            <AllergyDialog user_id={user_id} reactions={query.currentData.items} onClose={() => setOpen(false)} onReopen={() => setOpen(true)} />
          </Suspense>
        ) : null
      }
    >
      {({ items }) => <Kinds reactions={items} />}
    </EditCard>
  )
}

function Kinds({ reactions }: { reactions: AllergyReaction[] }) {
  const { t, i18n } = useTranslation('illness')
  const occurred = reactions.filter(({ is_occured }) => is_occured).toSorted(byKind)
  const occurredKinds = new Set(occurred.map(({ kind }) => kind))
  const never = [...new Set(reactions.filter(({ kind }) => !occurredKinds.has(kind)).map(({ kind }) => kind))].sort(
    (a, b) => kindsInOrder.indexOf(a) - kindsInOrder.indexOf(b),
  )
  const separator = i18n.language === 'ja' ? '・' : ', '
  return (
    <dl className={classes.list}>
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
