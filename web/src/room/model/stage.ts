// A 3D scene for one model: neutral light, and a camera that orbits it. It renders only when something has changed.
import {
  Box3,
  CanvasTexture,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  type Object3D,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  Sphere,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js'
import type { Camera } from '../room.ts'

const fieldOfView = 35

export type ModelStage = ReturnType<typeof createStage>

/** Throws where the browser has no WebGL. */
export function createStage(canvas: HTMLCanvasElement, onMoved: (camera: Camera) => void) {
  // Transparent: the background is that of the canvas.
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true })
  renderer.toneMapping = NeutralToneMapping
  renderer.setClearAlpha(0)
  const scene = new Scene()
  const leaveLights = lightUp(scene, renderer)
  const camera = new PerspectiveCamera(fieldOfView, 16 / 9)
  const controls = new OrbitControls(camera, canvas)
  let home: Camera = { position: [3, 2, 4], target: [0, 0, 0], fieldOfView }
  let drawing: number | undefined

  function draw() {
    drawing = undefined
    renderer.render(scene, camera)
  }
  const drawSoon = () => {
    drawing ??= requestAnimationFrame(draw)
  }
  controls.addEventListener('change', () => {
    drawSoon()
    onMoved(view())
  })
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect
    if (width === 0 || height === 0) return
    renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    renderer.setSize(width, height, false)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
    drawSoon()
  })
  observer.observe(canvas)

  function view(): Camera {
    return {
      position: camera.position.toArray(),
      target: controls.target.toArray(),
      fieldOfView: camera.fov,
    }
  }

  function look({ position, target, fieldOfView: fov }: Camera) {
    camera.position.fromArray(position)
    controls.target.fromArray(target)
    camera.fov = fov
    camera.updateProjectionMatrix()
    controls.update()
    // The requested view is on the screen when this returns.
    if (drawing !== undefined) cancelAnimationFrame(drawing)
    draw()
    onMoved(view())
  }

  /** The camera position that shows the whole model, slightly from above and from the side. */
  function frame(model: Object3D) {
    const { center, radius } = new Box3().setFromObject(model).getBoundingSphere(new Sphere())
    const size = Number.isFinite(radius) && radius > 0 ? radius : 1
    const away = (size / Math.sin((fieldOfView * Math.PI) / 360)) * 1.1
    camera.near = away / 1000
    camera.far = away * 100
    const from = new Vector3(0.55, 0.4, 1).normalize().multiplyScalar(away).add(center)
    home = { position: from.toArray(), target: center.toArray(), fieldOfView }
    look(home)
  }

  return {
    controls,
    view,
    look,
    add(model: Object3D) {
      scene.add(model, shadowUnder(model))
      frame(model)
    },
    reset: () => look(home),
    /** Orbits the camera, in degrees around and up, or moves it closer (factors below 1). */
    turn(around: number, up: number, nearer = 1) {
      const offset = new Spherical().setFromVector3(camera.position.clone().sub(controls.target))
      offset.theta += (around * Math.PI) / 180
      offset.phi -= (up * Math.PI) / 180
      offset.radius *= nearer
      camera.position.setFromSpherical(offset.makeSafe()).add(controls.target)
      look(view())
    },
    close() {
      if (drawing !== undefined) cancelAnimationFrame(drawing)
      observer.disconnect()
      controls.dispose()
      leaveLights()
      renderer.dispose()
    },
  }
}

/** A soft shadow, as on a table under a wide lamp. It is invisible from below. */
function shadowUnder(model: Object3D): Mesh {
  const box = new Box3().setFromObject(model)
  const size = box.getSize(new Vector3())
  const reach = Math.max(size.x, size.y, size.z) * 0.35 || 0.1
  const material = new MeshBasicMaterial({ map: drawShadow(), transparent: true, depthWrite: false })
  const shadow = new Mesh(new PlaneGeometry(size.x + 2 * reach, size.z + 2 * reach), material)
  shadow.rotation.x = -Math.PI / 2
  box.getCenter(shadow.position).setY(box.min.y - reach / 500)
  return shadow
}

function drawShadow(): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 128
  const pen = canvas.getContext('2d')!
  const shade = pen.createRadialGradient(64, 64, 0, 64, 64, 64)
  for (const [at, alpha] of [
    [0, 0.75],
    [0.4, 0.5],
    [0.7, 0.15],
    [1, 0],
  ] as const)
    shade.addColorStop(at, `rgb(0 0 0 / ${alpha})`)
  pen.fillStyle = shade
  pen.fillRect(0, 0, 128, 128)
  return new CanvasTexture(canvas)
}

/** Reflections of a neutral environment. Computing them takes seconds without a GPU; two lamps are used there. */
function lightUp(scene: Scene, renderer: WebGLRenderer): () => void {
  if (hasNoCard(renderer.getContext())) {
    const lamp = new DirectionalLight('#ffffff', 2)
    lamp.position.set(2, 3, 4)
    scene.add(new HemisphereLight('#ffffff', '#606060', 2), lamp)
    return () => {}
  }
  const generator = new PMREMGenerator(renderer)
  scene.environment = generator.fromScene(new RoomEnvironment(), 0.04).texture
  return () => {
    scene.environment?.dispose()
    generator.dispose()
  }
}

function hasNoCard(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name = names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : ''
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(name)
}
