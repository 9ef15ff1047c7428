import { fullName } from '@sukoyaka/rules/person'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { AddButton } from '../../../ui/button/AddButton.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../../ui/loading/QueryCard.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useListRecommendationsQuery } from '../api.ts'
import { Cautions } from './Cautions.tsx'
import { Declined } from './Declined.tsx'
import { PassedList } from './PassedList.tsx'
import classes from './Recommend.module.css'
import { Values } from './Values.tsx'

const RecommendDialog = lazyNamed(() => import('./RecommendDialog.tsx'), 'RecommendDialog')
const ReasonDialog = lazyNamed(() => import('./ReasonDialog.tsx'), 'ReasonDialog')

/** Products that staff recommend to a patient. */
export function RecommendationsCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('recommend')
  const mayWrite = usePermission('recommendations.write')
  const query = useListRecommendationsQuery({ patient_id: user_id, include: ['product', 'findings'] })
  const [open, setOpen] = useState<number | 'new'>()
  const close = () => setOpen(undefined)
  const edited = query.currentData?.items.find(({ id }) => id === open)
  return (
    <QueryCard
      title={t('list.title')}
      query={query}
      error={t('list.error')}
      empty={<Empty title={t('list.empty')} />}
      action={mayWrite ? <AddButton label={t('list.add')} onClick={() => setOpen('new')} /> : undefined}
      more={
        <>
          {mayWrite ? <PassedList patient_id={user_id} /> : null}
          <Suspense>
            {open === 'new' ? <RecommendDialog patient_id={user_id} onClose={close} /> : null}
            {edited ? <ReasonDialog recommendation={edited} onClose={close} /> : null}
          </Suspense>
        </>
      }
    >
      {({ items }) => (
        <ul className={classes.list}>
          {items.map((item) => (
            <Row key={item.id} item={item} onEdit={mayWrite ? () => setOpen(item.id) : undefined} />
          ))}
        </ul>
      )}
    </QueryCard>
  )
}

function Row({ item, onEdit }: { item: Recommendation; onEdit: (() => void) | undefined }) {
  const { product, reason, values, recommender, created_at } = item
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const name = product?.display_name ?? ''
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name} lang={recordLang(name, language)}>
          {name}
        </p>
        <p className={classes.reason} lang={recordLang(reason, language)}>
          {reason}
        </p>
        <Values values={values} />
        <Cautions findings={item.findings} />
        <p className={classes.about}>{t('list.about', { name: fullName(recommender, language), day: formatDate(created_at, language) })}</p>
        <Declined recommendation={item} isOwn={false} />
      </div>
      {onEdit ? <IconButton size="small" label={t('edit.open', { name })} icon={<IconPencil aria-hidden />} onClick={onEdit} /> : null}
    </li>
  )
}
