// A drawing of the page as a picture that stands alone.

/** What style sheets say of a drawing that attributes can say too: the page's policy forbids styles inside. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor']
/** What is there for fingers and keys only. */
const UNSEEN = '.hit[data-on], .piece-button, .piece-stuck'

/** Writes what the style sheets say into the copy itself. */
function dress(original: Element, copy: Element) {
  const style = getComputedStyle(original)
  for (const name of LOOKS) copy.setAttribute(name, style.getPropertyValue(name))
  if (style.transform !== 'none') copy.setAttribute('transform', style.transform)
  copy.removeAttribute('style')
  for (const [index, child] of [...original.children].entries()) dress(child, copy.children[index])
}

/** An SVG of the page as a PNG of so many pixels across. */
export async function png(drawing: SVGSVGElement, across: number): Promise<Blob> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  dress(drawing, copy)
  for (const part of copy.querySelectorAll(UNSEEN)) part.remove()
  const [, , width, height] = (drawing.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number)
  const canvas = document.createElement('canvas')
  canvas.width = across
  canvas.height = Math.round((across * height) / width)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(canvas.width))
  copy.setAttribute('height', String(canvas.height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('canvas')
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0)
  return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('png')))))
}
