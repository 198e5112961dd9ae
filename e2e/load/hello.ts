import Koa from 'koa';

/** The baseline for comparison: bare Koa. `/bytes/{n}` sends as many bytes. */
const app = new Koa();
const bodies = new Map<string, Buffer>();
app.use((ctx) => {
  const size = /^\/bytes\/(\d+)$/.exec(ctx.path)?.[1];
  if (size === undefined) {
    ctx.body = { status: 'success' };
    return;
  }
  const body = bodies.get(size) ?? Buffer.alloc(Number(size), 'x');
  bodies.set(size, body);
  ctx.type = 'json';
  ctx.body = body;
});
app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
