import type { Product } from '@sukoyaka/wire/people/product'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { IconUserHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { AddToCart } from '../cart/AddToCart.tsx'
import { ProductPicture } from '../ProductPicture.tsx'
import { useRecommenderWords, useStockWords } from '../words.ts'
import classes from './Catalogue.module.css'

type Props = { product: Product; recommendations: readonly Recommendation[]; isBuyer: boolean; isInCart: boolean }

/** A product in the catalogue. A recommended one shows the reason of the care team in place of the description. */
export function ProductTile({ product, recommendations, isBuyer, isInCart }: Props) {
  const { t } = useTranslation('shop')
  const language = useLanguage()
  const byWords = useRecommenderWords()
  const stock = useStockWords()(product)
  const [recommendation] = recommendations
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
          <Link to={`/shop/products/${product.id}`} lang={recordLang(product.display_name, language)}>
            {product.display_name}
          </Link>
        </h2>
        <p className={recommendation ? classes.reason : classes.text} lang={recordLang(text, language)}>
          {text}
        </p>
        {stock ? <p className={classes.stock}>{stock}</p> : null}
        <div className={classes.foot}>
          <p>
            <span className={classes.price}>{yen(product.price_with_tax)}</span> <small>{t('price.taxed')}</small>
          </p>
          {isBuyer ? <AddToCart product={product} isInCart={isInCart} className={classes.add} /> : null}
        </div>
      </div>
    </li>
  )
}
