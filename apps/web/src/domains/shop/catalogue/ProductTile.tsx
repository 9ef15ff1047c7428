import { isCaution } from '@sukoyaka/rules/people/caution'
import type { Product } from '@sukoyaka/wire/people/product'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { IconAlertTriangle, IconUserHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { AddToCart } from '../cart/AddToCart.tsx'
import { ProductPicture } from '../ProductPicture.tsx'
import { useRecommenderWords, useStockWords } from '../words.ts'
import classes from './Catalogue.module.css'

type Props = { product: Product; recommendations: readonly Recommendation[]; isBuyer: boolean; isInCart: boolean }

/**
 * A product in the catalogue. A recommended one shows the reason of the care team in place of the description. If it has cautions, the tile leads to the
 * product instead of adding it to the cart, so that they are read first.
 */
export function ProductTile({ product, recommendations, isBuyer, isInCart }: Props) {
  const { t } = useTranslation('shop')
  const language = useLanguage()
  const byWords = useRecommenderWords()
  const stock = useStockWords()(product)
  const path = `/shop/products/${product.id}`
  const [recommendation] = recommendations
  const caution = recommendation?.findings?.find(isCaution)
  const text = recommendation?.reason ?? product.description
  return (
    <li className={classes.tile}>
      <div className={classes.picture}>
        <ProductPicture product={product} />
        {recommendation ? (
          <p className={classes.by} lang={recordLang(byWords(recommendations), language)}>
            <IconUserHeart aria-hidden />
            <span>{byWords(recommendations)}</span>
          </p>
        ) : null}
      </div>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={path} lang={recordLang(product.display_name, language)}>
            {product.display_name}
          </Link>
        </h2>
        <p className={recommendation ? classes.reason : classes.text} lang={recordLang(text, language)}>
          {text}
        </p>
        {caution ? (
          <p className={classes.caution}>
            <IconAlertTriangle aria-hidden />
            <span>{t(caution.level === 'allergen' ? 'recommended.allergen' : 'recommended.medicine')}</span>
          </p>
        ) : null}
        {stock ? <p className={classes.stock}>{stock}</p> : null}
        <div className={classes.foot}>
          <p>
            <span className={classes.price}>{yen(product.price_with_tax)}</span> <small>{t('price.taxed')}</small>
          </p>
          {isBuyer && caution && !isInCart ? (
            <ButtonLink size="small" className={classes.add} to={path} aria-label={t('recommended.readNamed', { name: product.display_name })}>
              {t('recommended.read')}
            </ButtonLink>
          ) : isBuyer ? (
            <AddToCart product={product} isInCart={isInCart} className={classes.add} />
          ) : null}
        </div>
      </div>
    </li>
  )
}
