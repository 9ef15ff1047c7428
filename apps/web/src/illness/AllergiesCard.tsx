import { type AllergyReaction, allergyKinds } from '@sukoyaka/wire/illness'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
import { Empty, ErrorState } from '../ui/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../ui/Skeleton.tsx'
import classes from './AllergiesCard.module.css'
import { useListAllergyReactionsQuery } from './api.ts'

const order = ['medicine', ...allergyKinds.filter((kind) => kind !== 'medicine')]
const byKind = (a: AllergyReaction, b: AllergyReaction) => order.indexOf(a.kind) - order.indexOf(b.kind)

export function AllergiesCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('illness')
  const { currentData, isError, isFetching, refetch } = useListAllergyReactionsQuery({ user_id })
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  return (
    <Card title={t('allergy.title')} busy={!currentData && !failed}>
      {failed && !skeleton ? (
        <ErrorState title={t('allergy.error')} onRetry={() => void refetch()} />
      ) : !currentData || skeleton ? (
        <div className={classes.waiting}>{skeleton ? <SkeletonLines count={3} /> : null}</div>
      ) : currentData.items.length === 0 ? (
        <Empty title={t('allergy.empty')} />
      ) : (
        <Kinds reactions={currentData.items} />
      )}
    </Card>
  )
}

function Kinds({ reactions }: { reactions: AllergyReaction[] }) {
  const { t, i18n } = useTranslation('illness')
  const occurred = reactions.filter(({ is_occured }) => is_occured).toSorted(byKind)
  const had = new Set(occurred.map(({ kind }) => kind))
  const never = [...new Set(reactions.filter(({ kind }) => !had.has(kind)).map(({ kind }) => kind))].sort((a, b) => order.indexOf(a) - order.indexOf(b))
  const separator = i18n.language === 'ja' ? '・' : ', '
  return (
    <dl className={classes.list}>
      {occurred.map(({ id, kind, description }) => (
        <div key={id} className={`${classes.row} ${kind === 'medicine' ? classes.drug : ''}`}>
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
