/** Groups of modules that import each other in a circle: the strongly connected components, by Tarjan's algorithm. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const circles: string[][] = []

  function visit(module: string): void {
    order.set(module, order.size)
    lowest.set(module, order.get(module)!)
    stack.push(module)
    onStack.add(module)
    for (const next of graph.get(module) ?? []) {
      if (!order.has(next)) visit(next)
      if (onStack.has(next)) lowest.set(module, Math.min(lowest.get(module)!, lowest.get(next)!))
    }
    if (lowest.get(module) !== order.get(module)) return
    const component = stack.splice(stack.indexOf(module))
    for (const member of component) onStack.delete(member)
    if (component.length > 1 || graph.get(module)?.includes(module)) circles.push(component)
  }

  for (const module of graph.keys()) if (!order.has(module)) visit(module)
  return circles
}
