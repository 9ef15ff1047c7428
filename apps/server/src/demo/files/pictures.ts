/** Grey value or RGB from 0 to 1. */
type Light = number | [number, number, number]
/** `u` and `v` range from -1 to 1, `u` scaled by the aspect ratio; `turn` varies the picture. */
type Paint = (u: number, v: number, turn: number) => Light

export const [width, height] = [480, 360]

/** Anti-aliased edge: falls from 1 inside (negative distance) to 0 outside. */
const soft = (distance: number, blur = 0.02) => Math.max(0, Math.min(1, 0.5 - distance / (2 * blur)))
const ellipse = (u: number, v: number, at: number, down: number, wide: number, high: number) => Math.hypot((u - at) / wide, (v - down) / high) - 1
/** Deterministic noise. */
const grain = (u: number, v: number) => {
  const t = Math.sin(u * 127.1 + v * 311.7) * 43_758.5453
  return t - Math.floor(t)
}

const chest: Paint = (u, v, turn) => {
  const body = 0.34 * soft(ellipse(u, v, 0, 0.15, 1.05, 1.15), 0.08)
  const side = Math.abs(u)
  const lung = soft(ellipse(side, v, 0.44, 0.05, 0.33, 0.72), 0.06)
  const rib = 0.16 * lung * soft(Math.abs(((v + side * side * 0.55 + 2) % 0.24) - 0.12) - 0.035, 0.02)
  const spine = 0.38 * soft(Math.abs(u) - 0.09, 0.05)
  const heart = 0.34 * soft(ellipse(u, v, 0.14 + turn * 0.01, 0.32, 0.3, 0.34), 0.08)
  return body - 0.25 * lung + rib + spine * (0.8 + 0.2 * Math.sin(v * 40)) + heart + 0.03 * grain(u, v)
}

const sector = (u: number, v: number, spread: number) => {
  const [across, down] = [u, v + 1.15]
  const far = Math.hypot(across, down)
  const angle = Math.atan2(across, down)
  return { far, angle, isIn: soft(Math.abs(angle) - spread, 0.02) * soft(far - 2, 0.02) * soft(0.22 - far, 0.02) }
}

const abdomen: Paint = (u, v, turn) => {
  const { far, angle, isIn } = sector(u, v, 0.66)
  const speckle = 0.16 + 0.2 * grain(Math.round(far * 90), Math.round(angle * 70 + turn))
  const wall = 0.4 * soft(Math.abs(far - 1.25 - 0.12 * Math.sin(angle * 4 + turn)) - 0.03, 0.03)
  const hollow = soft(ellipse(u, v, 0.12 + turn * 0.04, 0.02, 0.2, 0.14), 0.04)
  return isIn * ((speckle + wall) * (1 - 0.9 * hollow))
}

const vessel: Paint = (u, v, turn) => {
  const { far, angle, isIn } = sector(u, v, 0.8)
  const speckle = 0.12 + 0.22 * grain(Math.round(far * 80), Math.round(angle * 90 + turn))
  const off = v - 0.12 * Math.sin(u * 2 + turn) - 0.05
  const tube = soft(Math.abs(off) - 0.16, 0.02)
  const lining = 0.5 * soft(Math.abs(Math.abs(off) - 0.18) - 0.015, 0.015)
  return isIn * (speckle * (1 - 0.92 * tube) + lining)
}

const gland: Paint = (u, v, turn) => {
  const { isIn, far, angle } = sector(u, v, 0.8)
  const speckle = 0.1 + 0.16 * grain(Math.round(far * 80), Math.round(angle * 90))
  const lobes = soft(ellipse(Math.abs(u), v, 0.38, 0.02, 0.3, 0.24), 0.05)
  const nodule = soft(ellipse(u, v, 0.42, 0.02 + turn * 0.01, 0.07, 0.06), 0.02)
  const windpipe = soft(ellipse(u, v, 0, 0.12, 0.17, 0.16), 0.03)
  return isIn * (speckle + 0.3 * lobes - 0.22 * nodule) * (1 - 0.9 * windpipe)
}

const breast: Paint = (u, v) => {
  const inside = soft(ellipse(u, v, -1.33, 0, 1.75, 0.82), 0.05)
  const ducts = 0.28 * Math.max(0, Math.sin((v * 5) / (1.6 + u) + u * 2)) ** 6
  return inside * (0.3 + ducts + 0.07 * grain(u, v) + 0.12 * soft(ellipse(u, v, -0.7, 0.05, 0.5, 0.4), 0.3))
}

const fundus: Paint = (u, v, turn) => {
  const isLeft = turn % 2 === 1
  const x = isLeft ? -u : u
  const far = Math.hypot(u, v)
  const inside = soft(far - 0.86, 0.02)
  const shade = 1 - 0.45 * far
  const disc = soft(Math.hypot(x - 0.42, v + 0.04) - 0.14, 0.03)
  const spot = 0.35 * soft(Math.hypot(x + 0.2, v - 0.02) - 0.12, 0.12)
  const curve = (bend: number) => Math.abs(v + 0.04 - bend * (Math.sqrt(Math.max(0, 0.5 - x)) - 0.28)) - 0.012 * (1 + x)
  const vein = x < 0.46 ? Math.max(...[1, -1, 0.55, -0.5].map((bend) => soft(curve(bend), 0.012))) : 0
  const light = inside * (shade - spot - 0.3 * vein)
  return [light * 0.72 + disc * 0.3 * inside, light * 0.38 + disc * 0.42 * inside, light * 0.22 + disc * 0.25 * inside]
}

const beat = (at: number) =>
  0.08 * Math.exp(-(((at - 0.22) / 0.035) ** 2)) -
  0.1 * Math.exp(-(((at - 0.36) / 0.012) ** 2)) +
  0.62 * Math.exp(-(((at - 0.4) / 0.014) ** 2)) -
  0.2 * Math.exp(-(((at - 0.44) / 0.014) ** 2)) +
  0.15 * Math.exp(-(((at - 0.66) / 0.06) ** 2))
const heartbeat: Paint = (u, v, turn) => {
  const row = Math.floor((v + 1) * 1.5)
  const middle = (row + 0.6) / 1.5 - 1
  const at = (u + 1.4 + turn * 0.07 + row * 0.31) % 0.62
  const height = (x: number) => middle - 0.55 * beat(x / 0.62)
  const slope = Math.abs(height(at + 0.004) - height(at)) / 0.004
  const line = soft((Math.abs(v - height(at)) - 0.006) / Math.sqrt(1 + slope * slope), 0.008)
  const grid = 0.07 * Number(Math.abs(((u + 2) % 0.1) - 0.05) < 0.003 || Math.abs(((v + 2) % 0.1) - 0.05) < 0.003)
  return [0.03 + 0.5 * line + grid * 0.3, 0.04 + 0.78 * line + grid, 0.04 + 0.62 * line + grid * 0.5]
}

const slice: Paint = (u, v, turn) => {
  const body = soft(ellipse(u, v, 0, 0.02, 1.02, 0.76), 0.02)
  const lung = soft(ellipse(Math.abs(u), v, 0.45, -0.04, 0.36, 0.5), 0.03)
  const spine = soft(ellipse(u, v, 0, 0.5, 0.15, 0.15), 0.03)
  const heart = soft(ellipse(u, v, 0.13, -0.12, 0.27, 0.26), 0.05)
  const node = soft(ellipse(u, v, -0.55, -0.2 + turn * 0.01, 0.03, 0.03), 0.02)
  return body * (0.36 + 0.06 * grain(u, v) - 0.3 * lung * (1 - heart) + 0.45 * spine + 0.12 * heart * lung + 0.3 * node)
}

const head: Paint = (u, v, turn) => {
  const skull = soft(Math.abs(ellipse(u, v, 0, 0, 0.68, 0.86)) - 0.05, 0.03)
  const brain = soft(ellipse(u, v, 0, 0, 0.6, 0.78), 0.03)
  const folds = 0.14 * Math.sin(Math.hypot(u * 1.3, v) * 26 + 4 * Math.sin(Math.atan2(v, u) * 7 + turn))
  const hollow = soft(ellipse(Math.abs(u), v, 0.11, -0.02, 0.07, 0.26), 0.03)
  return 0.6 * skull + brain * (0.36 + folds - 0.3 * hollow) - 0.2 * brain * soft(Math.abs(u) - 0.008, 0.01)
}

export const paints = {
  chest_xray: chest,
  abdominal_ultrasound: abdomen,
  carotid_ultrasound: vessel,
  thyroid_ultrasound: gland,
  echocardiography_video: abdomen,
  mammography: breast,
  fundus,
  ecg: heartbeat,
  chest_ct: slice,
  head_mri: head,
} satisfies Record<string, Paint>
export type Painted = keyof typeof paints

/** Watermark "DEMO", so that a drawing is not mistaken for a real image. */
const letters = ['110 111 101 111', '101 100 111 101', '101 110 101 101', '101 100 101 101', '110 111 101 111'].map((row) => row.replaceAll(' ', '0'))
const sign = (x: number, y: number) => letters[Math.floor((y - height + 26) / 3)]?.[Math.floor((x - 14) / 3)] === '1'

/** Draws an image that resembles an examination, 3 bytes per pixel. */
export const draw = (name: Painted, turn = 0): Buffer => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const light = sign(x, y) ? 0.45 : paints[name](((x / width) * 2 - 1) * (width / height), (y / height) * 2 - 1, turn)
      for (let channel = 0; channel < 3; channel++)
        pixels[at + channel] = 255 * Math.max(0.035, Math.min(1, typeof light === 'number' ? light : light[channel]!))
    }
  return pixels
}
