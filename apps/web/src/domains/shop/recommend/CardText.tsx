import type { Role } from '@sukoyaka/wire/access'
import type { Product } from '@sukoyaka/wire/people/product'
import type { NamedFinding } from '@sukoyaka/wire/people/product-check'
import type { RecommendedValue } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { ProductPicture } from '../ProductPicture.tsx'
import { Cautions } from './Cautions.tsx'
import classes from './Recommend.module.css'
import { Values } from './Values.tsx'

type Props = {
  role: Role
  product: Product
  reason: string
  values: readonly RecommendedValue[]
  findings: readonly NamedFinding[] | undefined
}

/** A recommendation as the patient reads it: who recommends which product and why, and the cautions. */
export function CardText({ role, product, reason, values, findings }: Props) {
  const { t } = useTranslation(['recommend', 'shell'])
  const language = useLanguage()
  const { display_name: name } = product
  return (
    <div className={classes.content}>
      <p className={classes.by}>{t('recommend:card.by', { role: t(`shell:role.${role}`) })}</p>
      <div className={classes.product}>
        <div className={classes.thumb}>
          <ProductPicture product={product} />
        </div>
        <div>
          <h3 className={classes.name} lang={recordLang(name, language)}>
            {name}
          </h3>
          <p>
            <span className={classes.price}>{yen(product.price_with_tax)}</span> <small>{t('recommend:card.taxed')}</small>
          </p>
        </div>
      </div>
      {reason ? (
        <p className={classes.reason} lang={recordLang(reason, language)}>
          {reason}
        </p>
      ) : null}
      <Values values={values} />
      <Cautions findings={findings} />
    </div>
  )
}
