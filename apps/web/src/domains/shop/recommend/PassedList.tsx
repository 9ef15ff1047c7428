import { fullName } from '@sukoyaka/rules/person'
import { IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useListPassedProductsQuery } from '../api.ts'
import classes from './Recommend.module.css'

const PassedDialog = lazyNamed(() => import('./PassDialog.tsx'), 'PassedDialog')

/** Products that staff considered and did not recommend, in a list that is collapsed at first. */
export function PassedList({ patient_id }: { patient_id: number }) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const { currentData } = useListPassedProductsQuery({ patient_id, include: ['product'] })
  const [open, setOpen] = useState<number>()
  const items = currentData?.items ?? []
  const opened = items.find(({ id }) => id === open)
  if (!items.length) return null
  return (
    <>
      <details className={classes.passed}>
        <summary>{t('pass.list', { count: items.length })}</summary>
        <ul>
          {items.map(({ id, product, reason, passed_by, created_at }) => (
            <li key={id} className={classes.row}>
              <div className={classes.words}>
                <p className={classes.name} lang={recordLang(product?.display_name ?? '', language)}>
                  {product?.display_name}
                </p>
                <p className={classes.reason} lang={recordLang(reason, language)}>
                  {reason}
                </p>
                <p className={classes.about}>{t('list.about', { name: fullName(passed_by, language), day: formatDate(created_at, language) })}</p>
              </div>
              <IconButton
                size="small"
                label={t('pass.edit', { name: product?.display_name ?? '' })}
                icon={<IconPencil aria-hidden />}
                onClick={() => setOpen(id)}
              />
            </li>
          ))}
        </ul>
      </details>
      <Suspense>{opened ? <PassedDialog passed={opened} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </>
  )
}
