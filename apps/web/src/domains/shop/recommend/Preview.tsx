import type { Product } from '@sukoyaka/wire/people/product'
import type { NamedFinding } from '@sukoyaka/wire/people/product-check'
import type { RecommendedValue } from '@sukoyaka/wire/people/recommendation'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { CardText } from './CardText.tsx'
import classes from './Preview.module.css'

type Props = { product: Product; reason: string; values: readonly RecommendedValue[]; findings: readonly NamedFinding[] }

/** The card as the patient will see it. */
export function Preview(card: Props) {
  const { t } = useTranslation('recommend')
  const role = useAppSelector(selectMe)?.role
  if (!role) return null
  return (
    <section aria-labelledby="recommend-preview">
      <h3 id="recommend-preview" className={classes.previewTitle}>
        <IconEye aria-hidden /> {t('new.preview')}
      </h3>
      <div className={classes.preview}>
        <CardText role={role} {...card} />
      </div>
    </section>
  )
}
